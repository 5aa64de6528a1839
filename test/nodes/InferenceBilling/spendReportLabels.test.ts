import type { INodeParameters } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';
import { recordTwoDays } from './spendHistory';

const world = withService();
const labels = [
	{ requestId: 'a', costLabel: 'Newsletter' },
	{ requestId: 'b', costLabel: 'Support <chat>' },
	{ requestId: null, costLabel: 'A picture' },
];

beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-03-30T06:00:00.000Z'));
	recordTwoDays(world.service);
});

const run = async (costLabels: unknown, more: INodeParameters = {}) =>
	await world.run({
		node: new InferenceBilling(),
		parameters: {
			...{ resource: 'report', operation: 'get', timeZone: 'Europe/Berlin', files: [] },
			...{
				groupBy: ['costLabel'],
				options: { labelsByRequestId: costLabels, topProducts: 10 },
				...more,
			},
		} as INodeParameters,
	});

describe('a spend report by cost label', () => {
	it('counts each charge under the label of its request, and the others under none', async () => {
		const { item } = await run(JSON.stringify(labels));
		const { byCostLabel, totals } = item.json ?? {};
		expect(byCostLabel).toEqual([
			expect.objectContaining({
				...{ currency: 'USD', costLabel: 'Newsletter', labels: 1, calls: 1 },
			}),
			expect.objectContaining({
				...{ currency: 'USD', costLabel: 'Support <chat>', calls: 1 },
			}),
			expect.objectContaining({ currency: 'DIEM', costLabel: '(no label)', spend: 2 }),
		]);
		expect(totals).toMatchObject({ USD: { spend: 0.3000001 } });
	});

	it('takes the rows of an expression, and puts the smaller ones together', async () => {
		const rows = labels.map((row) => ({ id: 1, createdAt: 'now', ...row }));
		const costLabels = `={{ ${JSON.stringify(rows)} }}`;
		const { item } = await run(costLabels, {
			options: { labelsByRequestId: costLabels, topProducts: 1 },
		});
		const own = item.json.byCostLabel as object[];
		expect(own.slice(0, 2)).toEqual([
			expect.objectContaining({ costLabel: 'Newsletter', share: expect.any(Number) }),
			expect.objectContaining({ costLabel: null, labels: 1 }),
		]);
	});

	it('has a table of them in its page, and bars stacked by them', async () => {
		const { item } = await run(JSON.stringify(labels), { files: ['html'], htmlField: 'page' });
		const page = item.binary?.page;
		const text = page === undefined ? '' : (await binaryBuffer(page)).toString('utf8');
		expect(text).toContain('Cost labels in USD');
		expect(text).toMatch(/<svg[^]*Newsletter[^]*<\/svg>/);
		expect(text).not.toContain('<chat>');
	});

	it.each([
		['[{"requestId":"a"}]', 'Each entry of Labels by Request ID must have requestId and costLabel'],
		['{}', 'Labels by Request ID must be a JSON array'],
		['[', 'Labels by Request ID must be a JSON array, but it is not valid JSON'],
	])('refuses %s before anything is sent', async (costLabels, message) => {
		expect((await run(costLabels)).error?.message).toContain(message);
		expect(world.service.journal).toEqual([]);
	});
});
