import { appendFileSync } from 'node:fs';
import { rounds } from '../../rounds';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { withService, type ServiceUnderTest } from '../withService';
import { CASES, casesOf, type Case, type Group, type Outcome } from './cases';
import { isRaw, noCount, oddFields, type Count } from './outcome';
import type { Rule } from './disguise';
import { Random } from './random';
import { tamper, type Way } from './tamper';
import { quietlyWrong, truthOf, type Truth } from './truth';

/** Runs of each case, and the copies of its item in one run. */
const RUNS = rounds(1, 2);
const WAYS: Way[] = [
	...Array<Way>(RUNS).fill('broken'),
	...Array<Way>(RUNS).fill('disguised'),
	'endless',
];
const COPIES = rounds(2, 40);
/** What takes minutes for one item is run with fewer. */
const SLOW = /generate|report|topUp/;
const SLOW_COPIES = rounds(2, 8);
/** The share of the answers that is changed: one that is not may be followed by one that is. */
const SHARES = [1, 0.5, 1, 0.8];
const HANG_MS = 240_000;
const FIRST_SEED = Number(process.env.MUTATIONS_SEED ?? 1);

interface CaseCount extends Count {
	/** How many answers were changed. */
	answers: number;
	/** How often each change was made. */
	kinds: Record<string, number>;
}

/** The tests of one group of nodes; with MUTATIONS, each case adds a line to that file. */
export function mutationSuite(group: Group): void {
	const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });
	const cases = casesOf(CASES, group);

	describe('answers changed by chance', () => {
		it.each(cases)(
			'$name: each is an item or an error in words',
			async (one) => {
				const total: CaseCount = { ...noCount(), answers: 0, kinds: {} };
				const { truths, pages } = await truthsOf(world, one);
				for (const [run, way] of WAYS.entries()) {
					if (way === 'endless' && pages === 0) continue;
					world.service.reset();
					add(total, await runOnce(world, one, truths, FIRST_SEED + run, way));
				}
				const file = process.env.MUTATIONS;
				const line = JSON.stringify({ name: one.name, ...total });
				if (file !== undefined) appendFileSync(file, `${line}\n`);
				const { raw, odd, quiet, hangs } = total;
				expect({ raw, odd, quiet, hangs }).toEqual({ raw: [], odd: [], quiet: [], hangs: [] });
			},
			3_600_000,
		);
	});
}

function add(total: CaseCount, count: CaseCount): void {
	for (const name of ['answers', 'items', 'errors'] as const) total[name] += count[name];
	for (const name of ['raw', 'odd', 'quiet', 'hangs'] as const) total[name].push(...count[name]);
	for (const [kind, times] of Object.entries(count.kinds)) {
		total.kinds[kind] = (total.kinds[kind] ?? 0) + times;
	}
}

async function runOnce(
	world: ServiceUnderTest,
	one: Case,
	truths: Truth[],
	seed: number,
	way: Way,
): Promise<CaseCount> {
	const count: CaseCount = { ...noCount(), answers: 0, kinds: {} };
	const share = SHARES[seed % SHARES.length] ?? 1;
	const { tampering, begin } = tamper(world, new Random(seed), share, way);
	const place = `${one.name}, seed ${seed}, ${way}`;
	const copies = SLOW.test(one.name) ? SLOW_COPIES : COPIES;
	const outcomes = await inTime(one.run(world, way === 'endless' ? 2 : copies, begin));
	// What a run costs is known here, and asks the service nothing.
	if (/runCost/.test(one.name)) world.service.clearFaults();
	if (outcomes === undefined) return { ...count, hangs: [place] };
	const kinds =
		way === 'endless' ? Array<string>(tampering.pages).fill('the same cursor') : tampering.kinds;
	count.answers = kinds.length;
	for (const kind of kinds) count.kinds[kind] = (count.kinds[kind] ?? 0) + 1;
	const wrongOf = (all: Outcome[], rule: Rule) => {
		// An error that is of no copy ends the run.
		if (all.some((made) => made instanceof Error && made.pairedItem === undefined)) return [];
		const groups = groupsOf(all, one.inputs);
		return Array.from({ length: way === 'endless' ? 2 : copies }, (_, copy) =>
			quietlyWrong(truths[copy % truths.length], groups.get(copy) ?? [], rule),
		).flatMap((wrong) => (wrong.length === 0 ? [] : [wrong.slice(0, 3).join('; ')]));
	};
	const sent = tampering.sent.join('\n');
	const wrongs = way === 'broken' ? [] : wrongOf(outcomes, tampering.rule);
	count.quiet.push(...wrongs.map((wrong) => `${place}: ${wrong}`));
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

const TRUE_COPIES = 2;

/**
 * What comes of a copy of each mode when nothing is changed, as far as it is the same in all of them: not what the service counts, such as IDs.
 * And how many pages of lists it read.
 */
async function truthsOf(
	world: ServiceUnderTest,
	one: Case,
): Promise<{ truths: Truth[]; pages: number }> {
	const { inputs, modes = 1 } = one;
	const copies = Math.max(TRUE_COPIES, modes);
	const outcomes: Outcome[][][] = Array.from({ length: modes }, () => []);
	const { tampering, begin } = tamper(world, new Random(1), 0, 'broken');
	for (let run = 0; run < 2; run++) {
		world.service.reset();
		// What shows the time is not the same twice.
		if (run > 0) world.service.advance(3_600_000);
		const groups = groupsOf(await one.run(world, copies, begin), inputs);
		for (let copy = 0; copy < copies; copy++) {
			outcomes[copy % modes]?.push(groups.get(copy) ?? [new Error('Nothing came of it')]);
		}
	}
	return { truths: outcomes.map(truthOf), pages: tampering.pages };
}

/** The outcomes by the copy that they come from. */
function groupsOf(outcomes: Outcome[], inputs: number): Map<number, Outcome[]> {
	const groups = new Map<number, Outcome[]>();
	for (const one of outcomes) {
		const paired = one.pairedItem;
		if (typeof paired !== 'object' || Array.isArray(paired)) continue;
		const copy = Math.floor(paired.item / inputs);
		groups.set(copy, [...(groups.get(copy) ?? []), one]);
	}
	return groups;
}

/** What the work gives; undefined when it goes on for minutes, as waits take no time here. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), HANG_MS);
	});
	const done = await Promise.race([work, late]);
	clearTimeout(timer);
	return done;
}
