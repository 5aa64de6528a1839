import { Big } from 'big.js';

import { readableProductNames } from '../../../../lib/billing/report/productNames';
import { slackText } from '../../../../lib/billing/report/slack';
import type { Table } from '../../../../lib/billing/report/currencyTables';
import type { CurrencyStatement } from '../../../../lib/billing/report/statement';
import { Random } from '../random';
import { madePage } from './page';

/** Amounts are whole numbers of this many places here: what the reports are held to is computed without a decimal library. */
const SCALE = 12;
const CURRENCIES = ['USD', 'DIEM', 'BUNDLED_CREDITS'];
const PRODUCTS = [
	...['model-a-input-mtoken', 'model-a-output-mtoken', 'model-a-cache-read-mtoken'],
	...['model-b-input-mtoken', 'model-b-output-mtoken', 'picture-model', 'web-search', 'film'],
];
const MONTH = { start: Date.UTC(2026, 8, 1), end: Date.UTC(2026, 9, 1) };
const BEFORE = Date.UTC(2026, 7, 1);
const DAY = 86_400_000;

interface Charge {
	at: number;
	currency: string;
	product: string;
	/** Negative for a refund. */
	cost: bigint;
}

interface Month {
	charges: Charge[];
	/** As the service writes them. */
	entries: object[];
	budget: bigint;
}

/** Two months with gaps: products that come, go and change their price, refunds, one to three currencies. */
function randomMonth(seed: number): Month {
	const random = new Random(seed);
	const charges: Charge[] = [];
	const entries: Array<{ timestamp: string }> = [];
	const currencies = CURRENCIES.slice(0, random.from(1, 3));
	for (const currency of currencies) {
		const size = random.from(0, 6);
		for (const product of PRODUCTS.filter(() => random.chance(0.6))) {
			const [first, last] = [random.from(-31, 20), random.from(-20, 29)];
			const price = random.from(1, 9999) * 10 ** size;
			const later = random.chance(0.2) ? price * random.from(2, 4) : price;
			const isRare = random.chance(0.5);
			for (let day = first; day <= last; day++) {
				if (random.chance(isRare ? 0.85 : 0.3)) continue;
				const isRefund = random.chance(0.06);
				const units = random.from(1, 40);
				// At most fifteen digits: what the wire can carry without loss, with ten places.
				const ten = units * (day < 5 ? price : later);
				const amount = Number(`${isRefund ? '' : '-'}${ten}e-10`);
				const at = MONTH.start + day * DAY + random.from(0, DAY - 1);
				const timestamp = new Date(at).toISOString();
				charges.push({ at, currency, product, cost: BigInt(isRefund ? -ten : ten) * 100n });
				entries.push({ ...{ timestamp, currency, sku: product, amount, units } });
			}
		}
	}
	entries.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
	return { charges, entries, budget: BigInt(random.from(1, 10 ** 9)) * 1000n * 100n };
}

/** Half away from zero. */
function rounded(part: bigint, whole: bigint): bigint {
	const size = whole < 0n ? -whole : whole;
	const steps = ((part < 0n ? -part : part) * 2n + size) / (size * 2n);
	return part < 0n === whole < 0n ? steps : -steps;
}

const atPlaces = (amount: bigint, places: number) => rounded(amount, 10n ** BigInt(SCALE - places));

const isMinus = (text: string) => text.startsWith('-');

/** A number as it is shown, in steps of its last place; one with more places than its neighbors is none of these steps. */
function stepsOf(text: string, most = 20): { steps: bigint; places: number; isBelow: boolean } {
	const [, sign = '', digits = ''] = /^([+-]?)([\d,]+(?:\.\d+)?)/.exec(text) ?? [];
	if (digits === '') throw new Error(`No number: ${text}`);
	const places = digits.split('.')[1]?.length ?? 0;
	const isBelow = places > most;
	const steps = isBelow ? 0n : BigInt(digits.replace(/[,.]/g, ''));
	return { steps: sign === '-' ? -steps : steps, places, isBelow };
}

export interface ExactMonth {
	/** How many numbers were compared. */
	numbers: number;
	/** Which are not what exact arithmetic says. */
	wrong: string[];
}

/** A random month as message and page say it, each number held to sums of whole numbers. */
export function exactMonth(seed: number): ExactMonth {
	const { charges, entries, budget } = randomMonth(seed);
	const { statement, html } = madePage({
		...{ entries, zone: 'UTC', now: '2026-10-02T06:00:00Z', period: 'lastMonth' },
		...{ groups: ['product', 'day'], names: readableProductNames(PRODUCTS, []), top: 10 },
		monthlyBudget: new Big(`${budget}e-${SCALE}`),
		withoutCharts: true,
	});
	const message = slackText(statement).replace(/[*]/g, '');
	const page = html.replace(/<[^>]*>/g, '\n').replaceAll('&lt;', '<');
	const wrong: string[] = [];
	let numbers = 0;
	const expect = (what: string, shown: unknown, exact: unknown) => {
		numbers++;
		if (shown !== exact)
			wrong.push(`${seed}, ${what}: ${String(shown)} instead of ${String(exact)}`);
	};
	const isShown = (where: string, text: string, part: string) =>
		expect(`${where} says ${part}`, text.replaceAll('&lt;', '<').includes(part), true);
	for (const [index, one] of statement.currencies.entries()) {
		const own = charges.filter(({ currency }) => currency === one.currency);
		checkCurrency(one, own, budget, expect);
		for (const [, value] of one.money) isShown('page', page, value);
		for (const line of [...one.movers, ...one.budget]) isShown('page', page, line);
		// The message says more of the first currency than of the others.
		if (message.includes('more\n')) continue;
		for (const [, value] of one.money) isShown('message', message, value);
		for (const line of index === 0 ? [...one.movers, ...one.budget] : []) {
			isShown('message', message, line);
		}
	}
	checkTotal(statement.total, charges, expect);
	return { numbers, wrong };
}

type Expect = (what: string, shown: unknown, exact: unknown) => void;

const sumOf = (charges: Charge[]) => charges.reduce((sum, { cost }) => sum + cost, 0n);
const spendOf = (charges: Charge[]) => sumOf(charges.filter(({ cost }) => cost > 0n));
const refundsOf = (charges: Charge[]) => -sumOf(charges.filter(({ cost }) => cost < 0n));

function checkCurrency(one: CurrencyStatement, all: Charge[], budget: bigint, expect: Expect) {
	const now = all.filter(({ at }) => at >= MONTH.start && at < MONTH.end);
	const before = all.filter(({ at }) => at >= BEFORE && at < MONTH.start);
	const money = new Map(one.money.map(([name, value]) => [name.replace(/ \(.*/, ''), value]));
	const spend = stepsOf(money.get('Spend') ?? '');
	const { places } = spend;
	expect('spend', spend.steps, atPlaces(spendOf(now), places));
	const refunds = stepsOf(money.get('Refunds') ?? '0', places).steps;
	expect('refunds', refunds, atPlaces(refundsOf(now), places));
	const net = spend.steps - refunds;
	if (money.has('Net spend'))
		expect('net', stepsOf(money.get('Net spend') ?? '', places).steps, net);
	const then = stepsOf(money.get('Previous period') ?? '', places).steps;
	expect('previous period', then, atPlaces(sumOf(before), places));
	const change = sumOf(now) - sumOf(before);
	const changeText = money.get('Change') ?? '';
	if (change === 0n) expect('change', changeText, 'no change');
	else {
		const { steps } = stepsOf(changeText, places);
		// What is rounded can differ the other way round than the exact amounts do.
		expect('change', steps, (net - then) * change < 0n ? 0n : net - then);
		expect('sign of the change', isMinus(changeText), change < 0n);
		const percent = /\((.+)%\)/.exec(changeText)?.[1];
		expect('has a percent', percent !== undefined, sumOf(before) > 0n);
		if (percent !== undefined) {
			expect('percent', stepsOf(percent, 1).steps, rounded(change * 1000n, sumOf(before)));
		}
	}
	checkMovers(one, now, before, places, expect);
	if (one.currency === 'USD') {
		const [line = ''] = one.budget;
		const [, percent = '', used = ''] = /(-?[\d.,]+)% used, (-?[\d.,]+)/.exec(line) ?? [];
		expect('percent used', stepsOf(percent, 1).steps, rounded(sumOf(now) * 1000n, budget));
		expect('budget used', stepsOf(used, places).steps, atPlaces(sumOf(now), places));
		let sum = 0n;
		let exceeded = '';
		for (let at = MONTH.start; at < MONTH.end; at += DAY) {
			sum += sumOf(now.filter((charge) => charge.at >= at && charge.at < at + DAY));
			if (sum > budget) exceeded ||= String(new Date(at).getUTCDate());
			else exceeded = '';
		}
		expect('exceeded on', /exceeded on (\d+)/.exec(line)?.[1] ?? '', exceeded);
	}
	const total = { spend: spend.steps, refunds, places };
	if (one.models) checkModels(one.models, now, total, expect);
	if (one.days) {
		checkRows(one.days, total, expect, (_name, index) => {
			const start = MONTH.start + index * DAY;
			return now.filter(({ at }) => at >= start && at < start + DAY);
		});
	}
}

/** The three products with the largest change, each with its change, and what a unit cost. */
function checkMovers(
	{ movers }: CurrencyStatement,
	now: Charge[],
	before: Charge[],
	places: number,
	expect: Expect,
) {
	const names = readableProductNames(PRODUCTS, []);
	const of = (charges: Charge[], product: string) =>
		charges.filter((charge) => charge.product === product);
	const size = (value: bigint) => (value < 0n ? -value : value);
	const all = PRODUCTS.map((product) => {
		const { modelName, part = 'units' } = names.get(product) ?? { modelName: product };
		return {
			starts: `${modelName}: `,
			part: new RegExp(`\\d ${part}\\b`),
			change: sumOf(of(now, product)) - sumOf(of(before, product)),
			kind:
				of(before, product).length === 0
					? ', new since '
					: of(now, product).length === 0
						? ', no longer used'
						: ' (',
		};
	}).filter(({ change }) => change !== 0n);
	all.sort(
		(a, b) => Number(size(b.change) > size(a.change)) - Number(size(b.change) < size(a.change)),
	);
	expect('movers', movers.length, Math.min(3, all.length));
	for (const [index, line] of movers.entries()) {
		const mover = all.find(({ starts, part }) => line.startsWith(starts) && part.test(line));
		if (mover === undefined) {
			expect('mover', line, '');
			continue;
		}
		expect('size of a mover', size(mover.change), size(all[index]?.change ?? 0n));
		const [, amount = '', direction = '', kind = ''] =
			/^(\S+) .*?\b(more|less)(, new since |, no longer used| \()/.exec(
				line.slice(mover.starts.length),
			) ?? [];
		expect('mover by', stepsOf(amount, places).steps, atPlaces(size(mover.change), places));
		expect('direction of a mover', direction, mover.change < 0n ? 'less' : 'more');
		expect('kind of a mover', kind, mover.kind);
	}
}

interface Total {
	spend: bigint;
	refunds: bigint;
	places: number;
}

/** Every cell is the exact amount, rounded up or down; the column adds up to what is written below it. */
function checkRows(
	table: Pick<Table, 'heads' | 'groups' | 'total'>,
	total: Total,
	expect: Expect,
	chargesOf: (name: string, index: number) => Charge[],
) {
	const rows = table.groups.flatMap((group) => group.rows).filter(({ isPart }) => !isPart);
	const checked = rows.map(({ name, cells }, index) => ({ cells, own: chargesOf(name, index) }));
	checkColumns(table.heads, checked, total, expect);
	const shown = table.total[0] ?? '';
	expect('total of a table', stepsOf(shown, total.places).steps, total.spend);
}

function checkColumns(
	heads: string[],
	rows: Array<{ cells: string[]; own: Charge[] }>,
	total: Total,
	expect: Expect,
) {
	for (const [kind, sum] of [
		['Spend', spendOf],
		['Refunds', refundsOf],
	] as const) {
		const at = heads.findIndex((head) => head.startsWith(kind)) - 1;
		if (at < 0) continue;
		let added = 0n;
		for (const { cells, own } of rows) {
			const { steps, isBelow } = stepsOf(cells[at] || '0', total.places);
			const exact = sum(own);
			added += steps;
			const step = 10n ** BigInt(SCALE - total.places);
			const isNear = steps * step > exact - step && steps * step < exact + step;
			expect(`${kind} ${cells[at]} is near ${exact}`, isNear, true);
			if (isBelow) expect('an amount below the last place', steps === 0n && exact > 0n, true);
		}
		expect(`${kind} of a column`, added, kind === 'Spend' ? total.spend : total.refunds);
	}
}

function checkModels(table: Table, now: Charge[], total: Total, expect: Expect) {
	const names = readableProductNames(PRODUCTS, []);
	const ofModel = (name: string) =>
		now.filter(({ product }) =>
			[names.get(product)?.modelName, names.get(product)?.name].includes(name),
		);
	checkRows(table, total, expect, ofModel);
	const shareAt = table.heads.indexOf('Share') - 1;
	const rows = table.groups.flatMap((group) => group.rows);
	const whole = spendOf(now);
	const share = (cells: string[]) => (shareAt < 0 ? 0n : stepsOf(cells[shareAt] ?? '', 1).steps);
	const models = rows.filter(({ isPart }) => !isPart);
	if (whole > 0n) {
		expect(
			'shares',
			models.reduce((sum, { cells }) => sum + share(cells), 0n),
			1000n,
		);
		for (const { name, cells } of models) {
			const exact = spendOf(ofModel(name)) * 1000n;
			const shown = share(cells) * whole;
			expect(`share of ${name}`, shown > exact - whole && shown < exact + whole, true);
		}
	}
	for (const [index, { name, cells }] of rows.entries()) {
		const next = rows.findIndex(({ isPart }, at) => at > index && !isPart);
		const parts = rows.slice(index + 1, next < 0 ? undefined : next);
		if (rows[index]?.isPart || parts.length === 0) continue;
		const spend = stepsOf(cells[0] ?? '', total.places).steps;
		const refundsAt = table.heads.indexOf('Refunds') - 1;
		const refunds = refundsAt < 0 ? 0n : stepsOf(cells[refundsAt] || '0', total.places).steps;
		const checked = parts.map((part) => ({
			cells: part.cells,
			own: ofModel(name).filter(({ product }) => product === part.small),
		}));
		checkColumns(table.heads, checked, { spend, refunds, places: total.places }, expect);
		if (shareAt < 0) continue;
		expect(
			'shares of parts',
			parts.reduce((sum, part) => sum + share(part.cells), 0n),
			share(cells),
		);
	}
}

/** USD and DIEM are worth the same; what is charged in credits is not in it. */
function checkTotal(text: string, all: Charge[], expect: Expect) {
	const now = all.filter(({ at }) => at >= MONTH.start && at < MONTH.end);
	const sums = ['USD', 'DIEM'].map((one) => sumOf(now.filter(({ currency }) => currency === one)));
	const isSummed = sums.every((sum) => sum !== 0n);
	expect('has a total', text !== '', isSummed);
	if (!isSummed) return;
	const { steps, places } = stepsOf(/: (\S+)/.exec(text)?.[1] ?? '');
	expect(
		'total',
		steps,
		atPlaces(
			sums.reduce((sum, one) => sum + one, 0n),
			places,
		),
	);
}
