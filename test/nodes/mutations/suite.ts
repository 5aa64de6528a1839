import { appendFileSync } from 'node:fs';
import { rounds } from '../../rounds';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { withService, type ServiceUnderTest } from '../withService';
import { CASES, type Case } from './cases';
import { isRaw, noCount, oddFields, type Count } from './outcome';
import { Random } from './random';
import { tamper } from './tamper';

/** Runs of each case, and the copies of its item in one run; one run more gives every page the same cursor. */
const RUNS = rounds(1, 2);
const COPIES = rounds(3, 40);
/** What takes minutes for one item is run with fewer. */
const SLOW = /generate|report|topUp/;
const SLOW_COPIES = rounds(3, 8);
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

/** The tests of one of several parts, which run at the same time; with MUTATIONS, each case adds a line to that file. */
export function mutationSuite(part: number, parts: number): void {
	const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });
	const cases = CASES.filter((_one, index) => index % parts === part);

	describe('answers changed by chance', () => {
		it.each(cases)(
			'$name: each is an item or an error in words',
			async (one) => {
				const total: CaseCount = { ...noCount(), answers: 0, kinds: {} };
				for (let run = 0; run <= RUNS; run++) {
					world.service.reset();
					add(total, await runOnce(world, one, FIRST_SEED + run, run === RUNS));
				}
				const file = process.env.MUTATIONS;
				const line = JSON.stringify({ name: one.name, ...total });
				if (file !== undefined) appendFileSync(file, `${line}\n`);
				const { raw, odd, hangs } = total;
				expect({ raw, odd, hangs }).toEqual({ raw: [], odd: [], hangs: [] });
			},
			3_600_000,
		);
	});
}

function add(total: CaseCount, count: CaseCount): void {
	for (const name of ['answers', 'items', 'errors'] as const) total[name] += count[name];
	for (const name of ['raw', 'odd', 'hangs'] as const) total[name].push(...count[name]);
	for (const [kind, times] of Object.entries(count.kinds)) {
		total.kinds[kind] = (total.kinds[kind] ?? 0) + times;
	}
}

async function runOnce(
	world: ServiceUnderTest,
	one: Case,
	seed: number,
	cursors: boolean,
): Promise<CaseCount> {
	const count: CaseCount = { ...noCount(), answers: 0, kinds: {} };
	const share = SHARES[seed % SHARES.length] ?? 1;
	const { tampering, begin } = tamper(world, new Random(seed), share, cursors);
	const place = `${one.name}, seed ${seed}${cursors ? ', the same cursor' : ''}`;
	const copies = SLOW.test(one.name) ? SLOW_COPIES : COPIES;
	const outcomes = await inTime(one.run(world, cursors ? 2 : copies, begin));
	if (outcomes === undefined) return { ...count, hangs: [place] };
	const kinds = cursors
		? Array<string>(tampering.repeated).fill('the same cursor')
		: tampering.kinds;
	count.answers = kinds.length;
	for (const kind of kinds) count.kinds[kind] = (count.kinds[kind] ?? 0) + 1;
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
