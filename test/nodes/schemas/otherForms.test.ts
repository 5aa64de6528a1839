import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import { takeRun } from '../../coverage/fullRun';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { typed } from '../../coverage/given';
import { CHARACTERS } from '../../service/characters/seeded';
import { call, type CallOptions } from '../../service/client';
import { REGISTERED } from '../registered';
import { withService } from '../withService';
import { ADDED_FIELDS, dryRun, MARKS, pricedRuns } from './addedFacts';
import { ALL_RUNS } from './allRuns';
import { formsOf, type Form } from './forms';
import { outputsPage } from './outputsPage';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'outputs.md');

const world = withService({
	history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 },
	// The schemas name fields as the specification does.
	namePrefix: 'service',
});
const seen = new Map<string, unknown[]>();

const forms = REGISTERED.map(({ create }) => create())
	.filter(({ supplyData, poll }) => supplyData === undefined && poll === undefined)
	.flatMap(formsOf);

const runsOf = ({ node, resource, operation }: Form) =>
	ALL_RUNS.filter(({ node: { constructor } }) => constructor === node.constructor)
		.flatMap(({ runs }) => runs)
		.filter((run) => run.resource === resource && run.operation === operation);

// The page of them all takes each operation.
(process.env.OPERATION === undefined ? describe : describe.skip)(
	'the output of an operation in another form than the default',
	() => {
		it.each(forms)('is seen: $title', async (form) => {
			const items: unknown[] = [];
			for (const run of runsOf(form)) {
				const parameters = { ...run.parameters, ...form.parameters };
				const { output } = await takeRun(world, form.node, { ...run, parameters });
				items.push(...output);
			}
			expect(items.length).toBeGreaterThan(0);
			seen.set(form.title, items);
		});

		it('is seen: a dry run of each paid operation, which is charged nothing', async () => {
			const items: unknown[] = [];
			for (const all of ALL_RUNS) {
				for (const run of pricedRuns(all)) {
					const { output } = await takeRun(world, all.node, dryRun(run));
					expect(output.every(({ dryRun }) => dryRun === true)).toBe(true);
					expect(world.service.ledger).toEqual([]);
					items.push(...output);
				}
			}
			seen.set('Every paid operation, Dry Run on', items);
		});

		it.each(ADDED_FIELDS)('is seen: $title', async ({ title, names, runs }) => {
			const facts: IDataObject[] = [];
			for (const { node, runs: own } of runs) {
				for (const run of own) {
					const { output } = await takeRun(world, node, run);
					facts.push(
						...names.flatMap((name) =>
							output.filter((json) => name in json).map((json) => ({ [name]: json[name] })),
						),
					);
				}
			}
			const found = new Set(facts.flatMap((one) => Object.keys(one)));
			expect([...found].sort()).toEqual([...names].sort());
			seen.set(title, facts);
		});

		it('is explained in plain words where it is something to check', () => {
			const page = readFileSync(join(dirname(PAGE), 'ai.md'), 'utf8');
			const [, section = ''] = page.split('## Fields to check in an answer');
			const [table = ''] = section.split('\n\n').filter((part) => part.startsWith('|'));
			const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
				names.match(/\w+/g),
			);
			expect(named.sort()).toEqual([...MARKS].sort());
		});

		it('has the fields of its list, and no other', () => {
			// One that failed leaves the page incomplete: then it is not written.
			expect(seen.size).toBe(forms.length + ADDED_FIELDS.length + 1);
			const page = outputsPage(seen);
			if (process.env.SCHEMAS === 'write') writeFileSync(PAGE, page);
			if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
				throw new Error(
					'docs/outputs.md is out of date: run `npm run proof -- schemas` and commit it',
				);
			}
		});
	},
);

interface Answered extends CallOptions {
	path: string;
	parameters?: IDataObject;
}

const slug = CHARACTERS[0]?.character.slug ?? '';
const chat = { model: 'text-basic', messages: [{ role: 'user', content: 'Hi' }] };

/** What each operation with Simplify asks of the service, by its title. */
const ANSWERED: Record<string, Answered> = {
	'Inference Chat: Answer': {
		path: '/chat/completions',
		body: chat,
		parameters: { model: typed('text-basic'), prompt: 'Hi' },
	},
	'Inference Models: Model > Get Many': { path: '/models', query: { type: 'text' } },
	'Inference Models: Model > Get': {
		path: '/models/text-basic',
		parameters: { model: typed('text-basic') },
	},
	'Inference Billing: Usage > Get Analytics': {
		path: '/billing/usage-analytics',
		parameters: { outputAs: 'single' },
	},
	'Inference Billing: Rate Limit > Get': { path: '/api_keys/rate_limits' },
	'Inference API Keys: API Key > Get Many': { path: '/api_keys' },
	'Inference API Keys: API Key > Get': {
		path: '/api_keys/key-capped',
		parameters: { keyId: typed('key-capped') },
	},
	'Inference Characters: Character > Get Many': { path: '/characters' },
	'Inference Characters: Character > Get': {
		path: `/characters/${slug}`,
		parameters: { character: typed(slug) },
	},
	'Inference Web: Web > Search': {
		path: '/augment/search',
		body: { query: 'pears' },
		parameters: { query: 'pears' },
	},
};

/** A field that is not known yet. */
const LATER = { added_later: { any_name: [1, 'two'] } };

const isList = ({ description }: INodeType) =>
	description.properties.some(({ name }) => name === 'returnAll');

/** The records in an answer: the entries of its list, its only record, or all of it. */
const recordsIn = (body: Record<string, unknown>): Array<Record<string, unknown>> => {
	const { data = body } = body;
	return (Array.isArray(data) ? data : [data]).filter(isRecord);
};

describe('without Simplify', () => {
	const raw = forms.filter(({ parameters }) => parameters.simplify === false);

	it.each(raw)('$title: what the service sends comes out, known or not', async (form) => {
		const answered = ANSWERED[form.title.replace(', Simplify off', '')];
		if (answered === undefined) throw new Error('Say in ANSWERED what it asks of the service');
		const { path, parameters, ...request } = answered;
		const { json } = await call(world.service, path, request);
		const body = structuredClone(isRecord(json) ? json : {});
		const records = recordsIn(body);
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) Object.assign(record, LATER);

		world.service.fault({ path, status: 200, body });
		const { node, resource, operation } = form;
		const result = await world.run({
			node,
			parameters: {
				...{ operation, ...(resource !== undefined && { resource }), simplify: false },
				...(isList(node) && { returnAll: false, limit: records.length }),
				...parameters,
			} as never,
		});
		expect(result.error).toBeUndefined();
		const items = (result.outputs[0] ?? []).map(({ json }, index) => {
			const fields = { ...json };
			delete fields.costLabel;
			if (records[index]?.cost === undefined) delete fields.cost;
			return fields;
		});
		expect(items).toEqual(records);
	});
});
