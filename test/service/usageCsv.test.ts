import { entriesOf, HISTORY, usageAt, walk } from './historyWalk';
import { localService } from './underTest';

const local = localService({
	history: { entries: 30, from: '2026-01-01T00:00:00.000Z', stepMs: 1000 },
	now: () => Date.parse('2026-08-01T01:00:02.123Z'),
});

const ask = (query: Record<string, string>, accept = 'text/csv') =>
	local.call(HISTORY, { query, headers: { accept } });

const HEADER =
	'timestamp,sku,pricePerUnitUsd,units,amount,currency,notes,inferenceDetails.requestId,' +
	'inferenceDetails.inferenceExecutionTime,inferenceDetails.promptTokens,' +
	'inferenceDetails.completionTokens';

describe('the usage history as CSV', () => {
	it('walks with a cursor in a header, one file name per page', async () => {
		const names: string[] = [];
		const rows: string[] = [];
		let query: Record<string, string> = { pageSize: '10' };
		for (;;) {
			const { status, headers, text } = await ask(query);
			expect(status).toBe(200);
			expect(headers['content-type']).toMatch(/^text\/csv/);
			names.push(headers['content-disposition'] ?? '');
			const [header, ...lines] = text.trimEnd().split('\r\n');
			expect(header).toBe(HEADER);
			rows.push(...lines);
			const cursor = headers['x-next-cursor'];
			if (cursor === undefined) break;
			query = { cursor };
		}
		expect(names).toEqual([
			'attachment; filename=billing-usage-history-20260801T010002123Z.csv',
			'attachment; filename=billing-usage-history-20260801T010002124Z.csv',
			'attachment; filename=billing-usage-history-20260801T010002125Z.csv',
		]);
		const json = entriesOf(await walk(local.service, {}));
		expect(rows.map((row) => row.split(',')[0])).toEqual(json.map(({ timestamp }) => timestamp));
	});

	it('quotes what needs quotes and leaves empty what is null', async () => {
		const line = { ...usageAt('2026-02-01T00:00:00.000Z'), notes: 'one, "two"\nthree' };
		local.service.record(line);
		const { text } = await ask({ startTimestamp: '2026-02-01T00:00:00Z' }, 'text/csv, */*');
		expect(text).toBe(
			`${HEADER}\r\n2026-02-01T00:00:00.000Z,late-line,0.5,1,-0.5,USD,"one, ""two""\nthree",,,,\r\n`,
		);
	});

	it('is JSON unless CSV is accepted, and refusals always are', async () => {
		expect((await ask({}, '*/*')).json).toMatchObject({ nextCursor: null });
		const refused = await ask({ pageSize: '1' });
		expect(refused.status).toBe(400);
		expect(refused.json).toMatchObject({ details: { pageSize: {} } });
	});
});
