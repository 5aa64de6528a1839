import type { INodeParameters } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';
import { entry } from './spendHistory';

const world = withService();
const node = new InferenceBilling();

async function reportAt(now: string, parameters = {}) {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
	world.service.record(entry('2026-03-29T23:59:00.000Z', -1));
	const report = { resource: 'report', operation: 'get', timeZone: 'UTC', period: 'yesterday' };
	const { item } = await world.run({
		node,
		parameters: { ...report, groupBy: [], files: ['html'], ...parameters },
	});
	const page = Buffer.from(item.binary?.html?.data ?? '', 'base64').toString();
	return { json: item.json ?? {}, page };
}

describe('a report of a period that has just ended', () => {
	it.each(['2026-03-30T00:00:00.000Z', '2026-03-30T00:00:59.999Z'])(
		'is marked at %s, as charges may be recorded late',
		async (now) => {
			const { json, page } = await reportAt(now);
			expect(json.complete).toBe(false);
			for (const text of [json.text, JSON.stringify(json.blocks), page])
				expect(text).toContain('May be incomplete');
		},
	);

	it('is complete from a minute on', async () => {
		const { json, page } = await reportAt('2026-03-30T00:01:00.000Z');
		expect(json.complete).toBe(true);
		for (const text of [json.text, JSON.stringify(json.blocks), page])
			expect(text).not.toContain('May be incomplete');
	});

	it('goes by the clock of the service where that of n8n is ahead', async () => {
		const date = new Date('2026-03-30T00:00:20.000Z').toUTCString();
		world.service.fault({ headers: { date } });
		expect((await reportAt('2026-03-30T00:05:00.000Z')).json.complete).toBe(false);
	});

	it('is not complete while it is running, which its name says', async () => {
		const { json } = await reportAt('2026-03-30T12:00:00.000Z', { period: 'today' });
		expect(json.complete).toBe(false);
		expect(json.text).not.toContain('May be incomplete');
	});
});

describe('a history with equal entries at the edge of a page', () => {
	it.each([10, 25, 30])('has all %i of them', async (count) => {
		const details = { requestId: 'r', promptTokens: 1, completionTokens: 1 };
		const inferenceDetails = { ...details, inferenceExecutionTime: 1 };
		for (let at = 0; at < count; at++) {
			world.service.record(entry('2026-03-29T12:00:00.000Z', -1, { inferenceDetails }));
		}
		const parameters = { resource: 'usage', operation: 'getAll', returnAll: true };
		const { items } = await world.run({
			node,
			parameters: { ...parameters, options: { pageSize: 10 } },
		});
		expect(items).toHaveLength(count);
	});

	it('is refused with a sentence after Max Pages', async () => {
		for (let at = 0; at < 60; at++) {
			world.service.record(entry(`2026-03-29T12:00:${String(at).padStart(2, '0')}.000Z`, -1));
		}
		const options = { pageSize: 10, maxPages: 3 };
		const parameters = { resource: 'usage', operation: 'getAll', returnAll: true, options };
		const { error } = await world.run({ node, parameters });
		expect(error?.message).toContain('more than 3 pages');
	});
});

describe('a CSV file for Excel', () => {
	it.each(['csvFile', 'csvPages', 'focusFile'])(
		'starts with a byte order mark (%s)',
		async (outputAs) => {
			world.service.record(entry('2026-03-29T12:00:00.000Z', -1, { notes: 'café' }));
			const file = async (options: INodeParameters) => {
				const parameters = {
					...{ resource: 'usage', operation: 'getAll', outputAs, options },
					...{ billingAccountId: 'a', providerName: 'p' },
				};
				const { item } = await world.run({ node, parameters });
				return Buffer.from(Object.values(item.binary ?? {})[0]?.data ?? '', 'base64').toString();
			};
			const plain = await file({});
			expect(plain).toMatch(/^[A-Za-z]/);
			expect(await file({ byteOrderMark: true })).toBe(`\uFEFF${plain}`);
		},
	);
});
