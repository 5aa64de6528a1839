import { appendFileSync } from 'node:fs';
import { isRecord } from '../../../lib/core/record';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { FULL_RUNS } from '../../coverage/runs/all';
import { rounds } from '../../rounds';
import type { JournalEntry } from '../../service/journal';
import { CASES, casesOf, type Case, type Group, type Outcome } from '../mutations/cases';
import { isRaw } from '../mutations/outcome';
import { wireOf } from '../mutations/tamper';
import { truthOf, type Truth } from '../mutations/truth';
import { withService, type ServiceUnderTest } from '../withService';
import { drifted, driftsOf, routeOf, type Drift } from './drifts';
import { verdictOn, type Verdict } from './problems';

/** How many changes of each case are played in `npm test`. */
const FEW = 2;
const FIRST_SEED = Number(process.env.DRIFT_SEED ?? 0);

/** Each picker of each node, as an editor opens it. */
const PICKERS: Case[] = FULL_RUNS.flatMap(({ node }) =>
	Object.keys(node.methods?.listSearch ?? {}).map((method) => ({
		name: `${node.description.displayName} > picker ${method}`,
		inputs: 1,
		async run(world: ServiceUnderTest, _copies: number, tamper: () => void): Promise<Outcome[]> {
			tamper();
			try {
				const { results } = await world.search(node, method);
				return [{ json: { results: results.map((one) => ({ ...one })) }, pairedItem: { item: 0 } }];
			} catch (error) {
				return [error instanceof Error ? error : new Error(String(error))];
			}
		},
	})),
);

const ALL = [...CASES, ...PICKERS];

/** The tests of one group of nodes; with DRIFT, each case adds a line to that file. */
export function driftSuite(group: Group): void {
	const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });
	const cases = casesOf(ALL, group);

	describe('answers of a later version', () => {
		it.each(cases)(
			'$name: takes what is new',
			async (one) => {
				const { truth, drifts: all } = await unchanged(world, one);
				const drifts = chosen(all);
				const found: string[] = [];
				const kinds: Record<string, number> = {};
				let refusals = 0;
				for (const drift of drifts) {
					kinds[drift.kind] = (kinds[drift.kind] ?? 0) + 1;
					const { problems, refused } = await played(world, one, truth, drift);
					if (refused) refusals++;
					const what = `${drift.kind} at ${drift.route} ${drift.place} ${JSON.stringify(drift.value)}`;
					found.push(...problems.map((problem) => `${what}: ${problem}`));
				}
				const line = JSON.stringify({
					name: one.name,
					answers: drifts.length,
					kinds,
					refused: refusals,
					found,
				});
				if (process.env.DRIFT !== undefined) appendFileSync(process.env.DRIFT, `${line}\n`);
				expect(found).toEqual([]);
			},
			3_600_000,
		);
	});
}

/** All of them, or a few that differ from one part of the interface to the next. */
function chosen(all: Drift[]): Drift[] {
	const few = rounds(FEW, all.length);
	if (few >= all.length) return all;
	const step = all.length / few;
	return Array.from({ length: few }, (_, index) => {
		const at = Math.floor((index + ((FIRST_SEED * 0.37) % 1)) * step);
		return all[at % all.length] as Drift;
	});
}

/** What comes of an unchanged case, and the changes of every answer that it reads. */
async function unchanged(
	world: ServiceUnderTest,
	one: Case,
): Promise<{ truth: Truth; drifts: Drift[] }> {
	const drifts = new Map<string, Drift>();
	const record = async (body: unknown, { method, path }: JournalEntry) => {
		for (const drift of driftsOf(routeOf(method, path), body))
			drifts.set(JSON.stringify(drift), drift);
		return body;
	};
	world.service.reset();
	const first = await one.run(world, 1, () => rewriteAll(world, record));
	world.service.reset();
	world.service.advance(3_600_000);
	const second = await one.run(world, 1, () => {});
	return { truth: truthOf([first, second]), drifts: [...drifts.values()] };
}

async function played(
	world: ServiceUnderTest,
	one: Case,
	truth: Truth,
	drift: Drift,
): Promise<Verdict> {
	world.service.reset();
	const sent: string[] = [];
	const outcomes = await one.run(world, 1, () =>
		rewriteAll(
			world,
			async (body, entry) => {
				if (routeOf(entry.method, entry.path) !== drift.route) return body;
				const changed = drifted(body, drift);
				sent.push(JSON.stringify(changed));
				return changed;
			},
			drift,
		),
	);
	const raw = outcomes.filter((made) => made instanceof Error && isRaw(made, sent.join('\n')));
	const verdict = verdictOn(truth, outcomes, drift);
	const words = raw.map(() => 'an error in words of the language');
	return { ...verdict, problems: [...words, ...verdict.problems] };
}

/** Changes every JSON answer, and every event of a stream. */
function rewriteAll(
	world: ServiceUnderTest,
	change: (body: unknown, entry: JournalEntry) => Promise<unknown>,
	drift?: Drift,
): void {
	world.service.fault({
		times: Infinity,
		async rewriteAnswer(answer, entry) {
			const wire = await wireOf(answer);
			if (answer.status !== 200) return answer;
			const text = wire.bytes.toString('utf8');
			const isHere = drift === undefined || routeOf(entry.method, entry.path) === drift.route;
			const label = drift?.kind === 'a label' && isHere ? String(drift.value) : wire.type;
			if (/json/.test(wire.type)) {
				const bytes = Buffer.from(JSON.stringify(await change(JSON.parse(text), entry)));
				return { ...answer, payload: { bytes, type: label } };
			}
			if (!/event-stream/.test(wire.type)) return answer;
			const events = await Promise.all(
				text.split('\n\n').map(async (event) => {
					const data = event.replace(/^data: /, '');
					if (!isRecord(parsed(data))) return event;
					return `data: ${JSON.stringify(await change(parsed(data), entry))}`;
				}),
			);
			return { ...answer, payload: { bytes: Buffer.from(events.join('\n\n')), type: wire.type } };
		},
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
