import { writeFileSync } from 'node:fs';
import { rounds } from '../../rounds';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { withService } from '../withService';
import { CASES, type Case } from './cases';
import { isRaw, noCount, oddFields, type Count } from './outcome';
import { Random } from './random';
import { tamper } from './tamper';

const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });

/** Runs of each case, and the copies of its item in one run. */
const RUNS = rounds(1, Number(process.env.MUTATION_RUNS ?? 60));
const COPIES = rounds(3, 16);
const HANG_MS = 240_000;

const totals = new Map<string, Count & { answers: number }>();
const kinds = new Map<string, number>();

afterAll(() => {
	const file = process.env.MUTATIONS;
	if (file === undefined) return;
	const cases = [...totals].map(([name, { answers, items, errors }]) => ({
		name,
		answers,
		items,
		errors,
	}));
	const all = [...totals.values()];
	const sum = (of: (count: (typeof all)[number]) => number) =>
		all.reduce((total, count) => total + of(count), 0);
	const result = {
		what: 'Answers of the service that were changed by chance, and what the nodes made of them',
		answers: sum(({ answers }) => answers),
		items: sum(({ items }) => items),
		errors: sum(({ errors }) => errors),
		rawMessages: sum(({ raw }) => raw.length),
		oddFields: sum(({ odd }) => odd.length),
		hangs: sum(({ hangs }) => hangs.length),
		kinds: Object.fromEntries([...kinds].sort()),
		cases,
	};
	writeFileSync(file, JSON.stringify(result));
});

async function runOnce(
	one: Case,
	seed: number,
	cursors: boolean,
): Promise<Count & { answers: number }> {
	const count = { ...noCount(), answers: 0 };
	const random = new Random(seed);
	const share = [1, 0.5, 0.25][seed % 3] ?? 1;
	const tampering = tamper(world, random, share, cursors);
	const place = `${one.name}, seed ${seed}${cursors ? ', the same cursor' : ''}`;
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<'late'>((resolve) => {
		timer = setTimeout(() => resolve('late'), HANG_MS);
	});
	const outcomes = await Promise.race([one.run(world, COPIES), late]);
	clearTimeout(timer);
	if (outcomes === 'late') return { ...count, hangs: [place] };
	count.answers = cursors ? tampering.repeated : tampering.kinds.length;
	for (const kind of tampering.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	const sent = tampering.sent.join('\n');
	for (const outcome of outcomes) {
		if (outcome instanceof Error) {
			count.errors++;
			if (isRaw(outcome, sent)) count.raw.push(`${place}: ${outcome.message}`);
		} else {
			count.items++;
			const odd = oddFields(outcome, sent, one.schema);
			if (odd.length > 0) count.odd.push(`${place}: ${odd.slice(0, 3).join('; ')}`);
		}
	}
	return count;
}

describe('answers changed by chance', () => {
	it.each(CASES)(
		'$name: every one is an item or an error in words',
		async (one) => {
			const total = { ...noCount(), answers: 0 };
			for (let run = 0; run <= RUNS; run++) {
				world.service.reset();
				const count = await runOnce(one, run + 1, run === RUNS);
				total.answers += count.answers;
				total.items += count.items;
				total.errors += count.errors;
				for (const kind of ['raw', 'odd', 'hangs'] as const) total[kind].push(...count[kind]);
			}
			totals.set(one.name, total);
			expect({ raw: total.raw, odd: total.odd, hangs: total.hangs }).toEqual({
				raw: [],
				odd: [],
				hangs: [],
			});
		},
		3_600_000,
	);
});
