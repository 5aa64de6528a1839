import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { binaryBuffer } from '../../engine/runNode';
import { usageAt } from '../../service/historyWalk';
import { withService } from '../withService';

const from = '2026-01-01T00:00:00.000Z';
const world = withService({ history: { entries: 95, from, stepMs: 1000 } });
const run = world.runner(new InferenceBilling(), { resource: 'usage', operation: 'getAll' });

/** So many entries in one millisecond that several pages have to follow each other by their cursors. */
function recordTies(): void {
	for (let n = 0; n < 35; n++) {
		world.service.record(usageAt('2026-01-01T00:00:20.500Z', `tie-${n}`));
	}
}

const statuses = () => world.service.journal.map(({ status }) => status);

describe('Inference Billing: Get Usage History as items', () => {
	it('sends the filters of the first page in UTC', async () => {
		await run({
			returnAll: true,
			filters: {
				currency: 'DIEM',
				start: '2026-01-01T01:00:00+01:00',
				end: '2026-01-02T00:00:00Z',
			},
		});
		expect(world.service.journal[0]?.query).toEqual({
			currency: 'DIEM',
			startTimestamp: '2026-01-01T00:00:00.000Z',
			endTimestamp: '2026-01-02T00:00:00.000Z',
		});
	});

	it('fetches no more than the limit needs', async () => {
		const { items } = await run({ limit: 12 });
		expect(items).toHaveLength(12);
		expect(world.service.journal).toHaveLength(1);
		expect(world.service.journal[0]?.query).toEqual({ pageSize: '12' });
	});
});

describe.each(['memory', 'filesystem'] as const)('as CSV, binary data in %s', (binaryMode) => {
	const header = (text: string) => text.slice(0, text.indexOf('\n'));

	it('returns one file per page under the name of the service', async () => {
		const { outputs, error } = await run(
			{ outputAs: 'csvPages', options: { pageSize: 40 } },
			{ binaryMode },
		);
		expect(error).toBeUndefined();
		const items = outputs[0] ?? [];
		expect(items.map((item) => item.json.entries)).toEqual([40, 40, 15]);
		const names = items.map((item) => String(item.json.fileName));
		expect(new Set(names).size).toBe(3);
		for (const name of names) expect(name).toMatch(/^billing-usage-history-\d{8}T\d{9}Z\.csv$/);
		expect([...names].sort()).toEqual(names);
		expect(world.service.journal[0]?.headers.accept).toBe('text/csv');
	});

	it('joins the pages under one header row, even when the walk had to start over', async () => {
		recordTies();
		const whole = await fetch(`${world.service.url}/billing/usage-history`, {
			headers: { authorization: `Bearer ${world.service.keys.user}`, accept: 'text/csv' },
		});
		const expected = await whole.text();
		world.service.fault({ refuseCursor: true });
		const { item } = await run(
			{ outputAs: 'csvFile', options: { pageSize: 10, fileName: 'january' } },
			{ binaryMode },
		);
		const text = (await binaryBuffer(item.binary?.data)).toString('utf8');
		expect(text.trimEnd()).toBe(expected.trimEnd());
		expect(text.split(header(text))).toHaveLength(2);
		expect(item.json).toMatchObject({
			fileName: 'january.csv',
			mimeType: 'text/csv',
			entries: 130,
		});
		expect(statuses().filter((status) => status === 400)).toHaveLength(1);
	});

	it('follows the cursors of an export that does not say its times', async () => {
		world.service.fault({
			times: 100,
			rewriteAnswer: async (answer) => ({
				...answer,
				payload:
					answer.payload && 'bytes' in answer.payload
						? {
								...answer.payload,
								bytes: Buffer.from(answer.payload.bytes.toString().replace('timestamp', 'when')),
							}
						: answer.payload,
			}),
		});
		const { item } = await run({ outputAs: 'csvFile', options: { pageSize: 40 } }, { binaryMode });
		expect(item.json.entries).toBe(95);
		const [, ...others] = world.service.journal;
		expect(others).toHaveLength(2);
		for (const { query } of others) expect(Object.keys(query)).toEqual(['cursor']);
	});

	it('makes an error, not a short file, when a later page fails for good', async () => {
		recordTies();
		world.service.fault({ refuseCursor: true, times: 20 });
		const { error, outputs } = await run(
			{ outputAs: 'csvFile', options: { pageSize: 10 } },
			{ binaryMode },
		);
		expect(error).toMatchObject({ httpCode: '400' });
		expect(outputs.flat()).toEqual([]);
	});
});

describe('a CSV file that the service fills with formulas', () => {
	const csv = 'time,sku,amount\r\n2026-01-01,"=HYPERLINK(""https://evil.example"")",-1.5\r\n';
	const file = async (outputAs: string, options = {}) => {
		world.service.fault({
			path: '/billing/usage-history',
			status: 200,
			body: csv,
			contentType: 'text/csv',
			headers: { 'content-disposition': 'attachment; filename="../..\\\\etc/cron.d/x.csv"' },
		});
		const { item } = await run({ outputAs, options });
		const text = (await binaryBuffer(item.binary?.data)).toString('utf8');
		return { text, name: item.json.fileName };
	};

	it.each(['csvPages', 'csvFile'])(
		'a CSV file as %s has no formulas, and its numbers stay numbers',
		async (output) => {
			const { text } = await file(output);
			expect(text).toBe(csv.replace('"=', `"'=`));
		},
	);

	it.each(['csvPages', 'csvFile'])(
		'a file as %s keeps formulas that are wanted',
		async (output) => {
			expect((await file(output, { defuseFormulas: false })).text).toBe(csv);
		},
	);

	it('loses the path of its name', async () => {
		expect((await file('csvPages')).name).toBe('x.csv');
	});
});
