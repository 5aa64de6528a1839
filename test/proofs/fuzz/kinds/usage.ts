import fc from 'fast-check';

import { clock } from '../../../../lib/core/clock';
import { readUsagePage, type UsageEntry } from '../../../../lib/billing/usageEntry';
import { entryMatcher } from '../../../../lib/billing/entryFilter';
import type { IdentifiedEntry } from '../../../../lib/billing/entryId';
import { PERIOD_UNITS } from '../../../../lib/billing/period';
import { emptyCount, SpendWatch } from '../../../../lib/billing/spendAlerts';
import { summarizeUsage } from '../../../../lib/billing/summary';
import { beginWalk, positionAfter, walkAfterPage } from '../../../../lib/billing/window';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { nearly, oddText } from '../values';
import { reported } from './usageReport';

interface Case {
	page: unknown;
	/** Whether nothing in the page was made odd, so that its sum is known. */
	isHonest: boolean;
	unit: (typeof PERIOD_UNITS)[number];
	zone: string;
	/** Whether a report is made of it too, which takes a hundred times as long. */
	report: boolean;
}

const SINCE = '2026-03-01T00:00:00.000Z';
const AT = Date.parse(SINCE);
/** Amounts are given in millionths, so that their sum is known without decimals. */
const MILLION = 1_000_000;

const entry = fc.record({
	minutes: fc.nat({ max: 50_000 }),
	millionths: fc.integer({ min: -20 * MILLION, max: MILLION }),
	sku: fc.oneof(fc.constantFrom('chat-input', 'chat-output', 'image'), oddText),
	currency: fc.constantFrom('USD', 'USD', 'DIEM', 'BUNDLED_CREDITS', '<!channel>', '__proto__'),
	requestId: fc.constantFrom('one', 'two', 'three'),
});

const honest = fc.array(entry, { minLength: 1, maxLength: 5 }).map((entries): unknown => ({
	data: [...entries]
		.sort((a, b) => a.minutes - b.minutes)
		.map(({ minutes, millionths, sku, currency, requestId }) => ({
			timestamp: new Date(AT + minutes * 60_000).toISOString(),
			...{ sku, currency, amount: millionths / MILLION, units: 1, pricePerUnitUsd: 1 },
			inferenceDetails: { requestId, promptTokens: 100, completionTokens: 20 },
			notes: '',
		})),
	nextCursor: null,
}));

const cases: fc.Arbitrary<Case> = fc
	.tuple(
		fc.oneof(
			{ weight: 3, arbitrary: fc.record({ page: nearly(honest), isHonest: fc.constant(false) }) },
			{ weight: 1, arbitrary: fc.record({ page: honest, isHonest: fc.constant(true) }) },
		),
		fc.constantFrom(...PERIOD_UNITS),
		fc.constantFrom('UTC', 'Europe/Berlin', 'Atlantic/Azores'),
		fc.nat({ max: 40 }),
	)
	.map(([page, unit, zone, chance]) => ({ ...page, unit, zone, report: chance === 0 }));

async function check({ page, isHonest, unit, zone, report }: Case): Promise<string> {
	const real = clock.now;
	clock.now = () => AT;
	try {
		const read = await attempt(() =>
			readUsagePage({ body: redact.value(page), headers: {}, namePrefix: 'service' }),
		);
		must(!isHonest || read.value !== undefined, 'an honest page is read');
		if (read.value === undefined) return 'refused';
		const { value: fresh } = await attempt(() => walked(read.value.entries));
		must(fresh !== undefined, 'a walk takes every page');
		const ids = new Set(fresh.map(({ id }) => id));
		must(!isHonest || ids.size === fresh.length, 'no two entries share an id');
		await alerts(fresh, unit, zone);
		await attempt(() => fresh.filter(entryMatcher({ product: '*chat*', minAmount: 0.1 })));
		if (fresh.length === 0) return 'empty';
		const { value: summary } = await attempt(() => summarizeUsage(fresh));
		must(!isHonest || summary !== undefined, 'an honest page is added up');
		if (isHonest && summary) sums(fresh, summary.currencies);
		if (report && (await reported(fresh, zone))) return 'reported';
		return summary === undefined ? 'not added up' : 'added up';
	} finally {
		clock.now = real;
	}
}

function walked(entries: UsageEntry[]): IdentifiedEntry[] {
	const walk = beginWalk({ since: SINCE }, AT + 1);
	must(walk !== undefined, 'a window of a millisecond is walked');
	const { walk: after, fresh } = walkAfterPage(walk, { entries });
	must(positionAfter(after).since > SINCE, 'the walk comes further');
	return fresh;
}

async function alerts(entries: UsageEntry[], unit: Case['unit'], zone: string): Promise<void> {
	const settings = { threshold: 1, unit, zone, of: 'all' };
	await attempt(() => {
		const counting = new SpendWatch(emptyCount(SINCE, settings), settings);
		for (const one of entries) counting.add(one);
		return counting.countToKeep();
	});
	// As a manual test of the trigger looks for the period of the newest entry.
	await attempt(() => emptyCount(String(entries.at(-1)?.timestamp ?? SINCE), settings));
}

type Summary = ReturnType<typeof summarizeUsage>['currencies'];

/** What whole millionths come to, beside what the package made of decimals. */
function sums(entries: UsageEntry[], currencies: Summary): void {
	const net = new Map<string, number>();
	for (const { currency, amount } of entries) {
		const name = String(currency);
		net.set(name, (net.get(name) ?? 0) - Math.round(Number(amount) * MILLION));
	}
	for (const [currency, millionths] of net) {
		const said = Object.getOwnPropertyDescriptor(currencies, currency)?.value as
			Summary[string] | undefined;
		must(Math.round(Number(said?.net) * MILLION) === millionths, `the sum in ${currency} is exact`);
	}
}

export const usage: Fuzzer<Case> = { name: 'usage entries', runs: 300, cases, check };
