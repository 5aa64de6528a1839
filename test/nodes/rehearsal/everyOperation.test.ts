import type { IDataObject, INodeType } from 'n8n-workflow';
import { prepared, takeRun, type FullRun } from '../../coverage/fullRun';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { changingRuns, pricedRuns, REHEARSED_RUNS } from '../schemas/addedFacts';
import { readSchema, schemaPath } from '../schemas/files';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { placesOutside } from './fits';

const world = withService({
	history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 },
	namePrefix: 'service',
});

const titled = ({ node, run }: { node: INodeType; run: FullRun }) => ({
	...{ node, run },
	title: `${node.description.displayName}: ${run.resource ?? ''} ${run.operation}, ${run.name}`,
});
const runsBy = (pick: typeof pricedRuns) =>
	REHEARSED_RUNS.flatMap((all) => pick(all).map((run) => titled({ node: all.node, run })));
const PAID = runsBy(pricedRuns);
const FREE = runsBy((all) => changingRuns(all).filter((run) => !pricedRuns(all).includes(run)));

const schemaOf = (node: INodeType, { resource, operation }: FullRun) =>
	JSON.parse(readSchema(schemaPath(node.constructor.name, resource, operation))) as unknown;

/** What went out from a place in the journal on that is no look-up. */
const sentSince = (before: number) =>
	world.service.journal
		.slice(before)
		.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/quote'))
		.map(({ method, path }) => `${method} ${path}`);

/** The mark of a cost; the first of the items that share a call bears it all. */
const markOf = (cost: unknown) => {
	const { amount, estimated } = cost as IDataObject;
	return amount === 0 ? { amount } : { estimated };
};

/** Fields that only some answers have: of a model that thinks, or calls a tool, and of what was found in a picture. */
const OF_SOME_ANSWERS = [
	...['reasoning', 'reasoningTokens', 'message', 'toolCalls', 'attestation'],
	...['moderation', 'enhancedPrompt', 'downloadUrl'],
];

describe('a rehearsal sends nothing that costs money, and returns what fits the output', () => {
	it.each(PAID)('pays nothing: $title', async ({ node, run }) => {
		const { output } = await takeRun(world, node, run);
		expect(sentSince(0)).toEqual([]);
		expect(world.service.ledger).toEqual([]);
		expect(output.length).toBeGreaterThan(0);
		for (const json of output) {
			expect(json).toMatchObject({ rehearsal: true });
			// The ID of a blockchain call is that which the user gave.
			const fixed = run.resource === 'rpc' ? { ...json, id: String(json.id) } : json;
			expect(placesOutside(schemaOf(node, run), fixed)).toEqual([]);
			if (json.cost === null) expect(json.costUnknown).toEqual(expect.any(String));
			else expect([{ amount: 0 }, { estimated: true }]).toContainEqual(markOf(json.cost));
			for (const { fileName } of [json.files ?? [], json].flat() as Array<{ fileName?: string }>)
				if ('mimeType' in json) expect(fileName).toMatch(/^rehearsal-/);
		}
	});

	it.each(PAID)('has the fields of the real answer: $title', async ({ node, run }) => {
		const { output: rehearsed } = await takeRun(world, node, run);
		world.service.reset();
		const { output: real } = await takeRun(world, node, { ...run, credential: {} });
		const names = new Set(rehearsed.flatMap((json) => Object.keys(json)));
		const missing = real.flatMap((json) => Object.keys(json)).filter((name) => !names.has(name));
		expect(missing.filter((name) => !OF_SOME_ANSWERS.includes(name))).toEqual([]);
	});

	it.each(sample(PAID, 3))('needs no key: $title', async ({ node, run }) => {
		const credential = { rehearsal: true, apiKey: '' };
		const { output } = await takeRun(world, node, { ...run, credential });
		expect(world.service.journal).toEqual([]);
		expect(output.map(({ rehearsal }) => rehearsal)).toEqual(output.map(() => true));
	});
});

describe('a rehearsal changes nothing', () => {
	it.each(FREE)('sends nothing: $title', async ({ node, run: { prepare, ...run } }) => {
		const access = world.accessWith(run.credential ?? {});
		const rehearsing = Object.create(world, {
			run: {
				value: async (options: object) => await world.run({ ...access, ...options } as never),
			},
		}) as typeof world;
		const parameters = prepared(run.parameters, await prepare?.(rehearsing));
		const before = world.service.journal.length;
		const { output } = await takeRun(world, node, { ...run, parameters });
		expect(output.length).toBeGreaterThan(0);
		expect(sentSince(before)).toEqual([]);
		for (const json of output) {
			expect(json).toMatchObject({ rehearsal: true });
			expect(placesOutside(schemaOf(node, run), json)).toEqual([]);
		}
	});
});
