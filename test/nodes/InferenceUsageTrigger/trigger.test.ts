import type { IDataObject } from 'n8n-workflow';

import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { SERVICE_TIME_BY_TRIGGER } from '../../../nodes/InferenceUsageTrigger/pollUsage';
import { runPoll, type RunPollOptions } from '../../engine/runPoll';
import { skipWaits } from '../steadyClock';
import { withService } from '../withService';

const from = '2026-01-01T00:00:00.000Z';
const history = { entries: 100, from, stepMs: 1000 };
const world = withService({ history, now: () => Date.now() });
const node = new InferenceUsageTrigger();
const begin = Date.parse(from);
const after = (seconds: number) => begin + seconds * 1000;

let staticData: IDataObject;
beforeEach(() => {
	staticData = {};
	SERVICE_TIME_BY_TRIGGER.clear();
});

/** One poll with the clock at so many seconds after the first entry; the state is kept as n8n keeps it. */
async function poll(seconds: number, options: Partial<RunPollOptions> = {}) {
	jest.restoreAllMocks();
	skipWaits();
	const result = await runPoll({
		...world.access,
		node,
		staticData,
		now: after(seconds),
		...options,
	});
	if (options.mode !== 'manual') staticData = result.staticData;
	return (result.items ?? []).map((item) => String(item.json.timestamp));
}

const startDate = { pastCharges: 'date', start: from };

describe('Inference Usage Trigger', () => {
	it('emits nothing at the first activation from now on, then what came since', async () => {
		expect(await poll(20)).toEqual([]);
		expect(world.service.journal).toHaveLength(1);
		expect(staticData).toMatchObject({ usage: { since: new Date(after(20)).toISOString() } });
		const given = await poll(140);
		expect(given[0]).toBe(new Date(after(20)).toISOString());
		expect(world.service.journal[1]?.query).toEqual({
			startTimestamp: new Date(after(20)).toISOString(),
			endTimestamp: new Date(after(78)).toISOString(),
			pageSize: '1000',
		});
	});

	it('takes up what a poll left over with the same cursor', async () => {
		const parameters = { ...startDate, options: { maxEntries: 40 } };
		expect(await poll(1000, { parameters })).toHaveLength(40);
		expect(staticData).toMatchObject({
			usage: { since: from, open: { skip: 0, until: new Date(after(938)).toISOString() } },
		});
		expect(await poll(1060, { parameters })).toHaveLength(40);
		expect(await poll(1120, { parameters })).toHaveLength(20);
		expect(Object.keys(world.service.journal[1]?.query ?? {})).toEqual(['cursor']);
		expect(staticData).toEqual({ usage: { since: new Date(after(938)).toISOString() } });
	});

	it('throws and moves nothing when the service refuses', async () => {
		const given = await poll(70, { parameters: startDate });
		const before = structuredClone(staticData);
		const refused = poll(200, {
			parameters: startDate,
			...world.accessWith({ apiKey: 'wrong-key-for-the-trigger' }),
		});
		await expect(refused).rejects.toMatchObject({
			httpCode: '401',
			message: expect.stringContaining('does not accept the API key'),
		});
		expect(staticData).toEqual(before);
		given.push(...(await poll(400, { parameters: startDate })));
		expect(given).toHaveLength(100);
	});

	it('shows the newest entries in a manual test and moves nothing', async () => {
		const all = await poll(5000, { parameters: startDate });
		staticData = {};
		const given = await poll(5000, { mode: 'manual' });
		expect(given).toEqual(all.slice(-10));
		expect(staticData).toEqual({});
	});

	it('says in a manual test that there is nothing to show', async () => {
		const empty = poll(5000, { mode: 'manual', now: Date.parse('2030-01-01T00:00:00Z') });
		await expect(empty).rejects.toThrow(/no usage in the last year/);
	});

	it('never overlaps with itself', async () => {
		await poll(70, { parameters: startDate });
		world.service.fault({ delayMs: 200 });
		jest.restoreAllMocks();
		SERVICE_TIME_BY_TRIGGER.clear();
		// Their waits are on the clock of the poll before.
		pacerByAccount.clear();
		const polls = [1, 2].map(
			async () =>
				await runPoll({
					...world.access,
					node,
					parameters: startDate,
					staticData: structuredClone(staticData),
				}),
		);
		const results = await Promise.all(polls);
		expect(results.filter(({ items }) => items !== null)).toHaveLength(1);
	});
});
