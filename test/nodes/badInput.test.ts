import type { INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../nodes/InferenceModels/InferenceModels.node';
import { InferenceUsageTrigger } from '../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { typed } from '../coverage/given';
import { runPoll } from '../engine/runPoll';
import { billingRows } from './badInput/billingRows';
import { characterRows } from './badInput/characterRows';
import { chatRows } from './badInput/chatRows';
import { embeddingRows } from './badInput/embeddingRows';
import { otherRows } from './badInput/otherRows';
import { refusedRows } from './badInput/refusedRows';
import { rpcRows } from './badInput/rpcRows';
import { titledRows, withFiles, type Row } from './badInput/row';
import { webRows } from './badInput/webRows';
import { withService } from './withService';

const world = withService({
	history: { entries: 30, from: '2026-01-01T00:00:00.000Z', stepMs: 1000 },
});

const KNOWN: Row[] = [
	...chatRows,
	...otherRows,
	...embeddingRows,
	...webRows,
	...characterRows,
	...rpcRows,
	...billingRows,
];

function expectMessage(said: string | undefined, message: Row['message']) {
	if (typeof message === 'string') expect(said).toBe(message);
	else expect(said).toMatch(message);
}

describe('a bad input that can be known beforehand is refused, and nothing is sent', () => {
	it.each(titledRows(KNOWN))(
		'a bad input is refused with what to do, and nothing is sent: %s',
		async (_what, { node, parameters, items, credential, message }) => {
			const { error, status } = await world.run({
				...world.accessWith(credential ?? {}),
				node,
				parameters,
				...(items && { items }),
			});
			expectMessage(error?.message, message);
			expect(error?.description).toMatch(/\w{2,} \w/);
			expect(error).toMatchObject({ context: { itemIndex: 0 } });
			expect(status).toBe('error');
			expect(world.service.journal).toEqual([]);
		},
	);

	it.each<[string, INodeType, INodeParameters]>([
		['Text', new InferenceAudio(), { resource: 'speech', operation: 'generate', text: '' }],
		['Model', new InferenceModels(), { resource: 'model', operation: 'get', model: typed('') }],
	])(
		'n8n itself does not start a run whose %s was left empty',
		async (_field, node, parameters) => {
			await expect(world.run({ node, parameters })).rejects.toThrow(/issues/);
			expect(world.service.journal).toEqual([]);
		},
	);
});

describe('a bad input that only the service can know costs one request and no money', () => {
	it.each(titledRows(refusedRows))(
		'a bad input that only the service can know costs one request and no money: %s',
		async (_what, { node, parameters, key = 'user', message, status, cure }) => {
			const apiKey = key === 'wrong' ? 'not-a-key' : world.service.keys[key];
			const { error } = await world.run({ ...world.accessWith({ apiKey }), node, parameters });
			expectMessage(error?.message, message);
			expect(error?.description).toMatch(cure);
			expect(error).toMatchObject({ httpCode: String(status), context: { itemIndex: 0, status } });
			expect(error?.description).toMatch(new RegExp(` · Status ${status} · Request ID \\S+$`));
			expect(world.service.journal).toHaveLength(1);
			expect(world.service.ledger).toEqual([]);
			expect(JSON.stringify(error)).not.toContain(apiKey);
		},
	);
});

describe('the trigger', () => {
	const dateWanted = 'must be a date and time such as 2026-01-31T08:00:00Z';

	it.each<[INodeParameters, string]>([
		[{ pastCharges: 'date', start: '' }, 'Start must not be empty'],
		[{ pastCharges: 'date', start: 'monday' }, `Start ${dateWanted}, but "monday" was given`],
		[
			{ options: { maxEntries: 9 } },
			'Max Entries per Check must be a whole number from 10 to 100000, but 9 was given',
		],
		[
			{ options: { maxEntries: 100_001 } },
			'Max Entries per Check must be a whole number from 10 to 100000, but 100001 was given',
		],
		[
			{ options: { settleDelay: -1 } },
			'Wait for Late Entries (Seconds) must be a number from 0 to 86400, but -1 was given',
		],
		[
			{ options: { settleDelay: 90_000 } },
			'Wait for Late Entries (Seconds) must be a number from 0 to 86400, but 90000 was given',
		],
		[
			{ options: { currency: 'EUR' } },
			'Currency must be one of BUNDLED_CREDITS, DIEM, USD, but "EUR" was given',
		],
	])('refuses %j before anything is sent, and keeps no state', async (parameters, message) => {
		const node = new InferenceUsageTrigger();
		const staticData = {};
		const polling = runPoll({ ...world.access, node, parameters, staticData });
		await expect(polling).rejects.toThrow(message);
		expect(staticData).toEqual({});
		expect(world.service.journal).toEqual([]);
	});

	it('takes an option that was left empty for its default', async () => {
		const parameters = { options: { maxEntries: '', settleDelay: '' } };
		const node = new InferenceUsageTrigger();
		const { staticData } = await runPoll({ ...world.access, node, parameters });
		expect(staticData).toMatchObject({ usage: { since: expect.any(String) as string } });
	});
});

describe('one bad item among good ones', () => {
	const model = typed('text-mini');
	const usage = { resource: 'usage', operation: 'getAll' };
	const speech = { resource: 'speech', operation: 'generate', text: 'Hello' };
	const picture = { attachment: [{ kind: 'image', inputBinaryField: 'photo' }] };
	const value = '={{ $json.value }}';
	const vision = typed('text-vision');

	const known: Array<[string, INodeType, INodeParameters, unknown, unknown]> = [
		['chat: prompt', new InferenceChat(), { model, prompt: value }, 'Hi', ' '],
		[
			'chat: option',
			new InferenceChat(),
			{ model, prompt: 'Hi', options: { sampling: { seed: value } } },
			7,
			0,
		],
		['speech: text', new InferenceAudio(), { ...speech, text: value }, 'Hi', 'x'.repeat(100_001)],
		['speech: option', new InferenceAudio(), { ...speech, options: { speed: value } }, 1, 5],
		['usage: option', new InferenceBilling(), { ...usage, options: { pageSize: value } }, 30, 9],
		['usage: limit', new InferenceBilling(), { ...usage, limit: value }, 3, 0],
		[
			'models: limit',
			new InferenceModels(),
			{ resource: 'model', operation: 'getAll', limit: value },
			1,
			0,
		],
	];
	const items = (good: unknown, bad: unknown) =>
		[good, bad, good].map((entry) => ({ json: JSON.parse(JSON.stringify({ value: entry })) }));

	it.each(known)(
		'%s: nothing is sent when the run ends with it',
		async (_what, node, parameters, good, bad) => {
			const { error } = await world.run({ node, parameters, items: items(good, bad) });
			expect(error?.message).toMatch(/ \[item 2 of 3\]$/);
			expect(error).toMatchObject({ context: { itemIndex: 1 } });
			expect(world.service.journal).toEqual([]);
		},
	);

	it.each(known)(
		'%s: the others go on when the user chose so',
		async (_what, node, parameters, good, bad) => {
			const run = { node, parameters, items: items(good, bad) };
			const { outputs, error } = await world.run({ ...run, continueOnFail: 'continueErrorOutput' });
			expect(error).toBeUndefined();
			const [done = [], failed = []] = outputs;
			expect(new Set(done.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
				new Set(['{"item":0}', '{"item":2}']),
			);
			expect(failed).toHaveLength(1);
			expect(failed[0]?.pairedItem).toEqual({ item: 1 });
			expect(JSON.stringify(failed[0])).toContain('[item 2 of 3]');
			// What the paid calls cost is looked up in the model list of their type.
			const sent = world.service.journal.filter(({ query }) => query.type !== 'tts');
			expect(sent.map(({ status }) => status)).toEqual([200, 200]);
		},
	);

	it('knows a missing file beforehand, and names the item', async () => {
		const run = {
			node: new InferenceChat(),
			parameters: { model: vision, prompt: 'Hi', options: { attachments: picture } },
			items: [{ photo: 'image/png' }, { photo: 'text/plain' }, { photo: 'image/png' }].map(
				withFiles,
			),
		};
		const { error } = await world.run(run);
		expect(error?.message).toBe(
			'The attachment must be an image, but the file is of the type "text/plain" [item 2 of 3]',
		);
		expect(world.service.ledger.length).toBeLessThanOrEqual(1);
	});

	it('does not send the good ones twice, nor charge the one that the service refused', async () => {
		const { outputs } = await world.run({
			node: new InferenceChat(),
			parameters: { model: typed(value), prompt: 'Hi' },
			items: items('text-mini', 'no-such-model'),
			continueOnFail: 'continueRegularOutput',
		});
		const [first, failed, last] = outputs[0] ?? [];
		expect(failed?.pairedItem).toEqual({ item: 1 });
		expect(failed?.json.error ?? failed?.error?.message).toMatch(/no-such-model \[item 2 of 3\]$/);
		expect([first, last].map((item) => item?.pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(world.service.journal).toHaveLength(3);
		expect(world.service.ledger).toHaveLength(2);
	});
});
