import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';

const from = '2026-01-01T00:00:00.000Z';
const world = withService({ history: { entries: 95, from, stepMs: 1000 } });
const node = new InferenceBilling();
const action = { resource: 'usage', operation: 'getAll' };

/** The whole history, read by the service's own rules and not by the code under test. */
async function wholeHistory(): Promise<unknown[]> {
	const answer = await fetch(`${world.service.url}/billing/usage-history`, {
		headers: { authorization: `Bearer ${world.service.keys.user}` },
	});
	const { data } = (await answer.json()) as { data: unknown[] };
	return data;
}

describe('Inference Billing: Get Usage History as items', () => {
	it('walks all pages with the cursor alone and gives every entry once', async () => {
		const all = await wholeHistory();
		world.service.reset();
		const { outputs, error } = await world.run({
			node,
			parameters: { ...action, returnAll: true, options: { pageSize: 10 } },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.map((item) => item.json)).toEqual(all);
		expect(all.length).toBeGreaterThanOrEqual(95);
		const [first, ...others] = world.service.journal;
		expect(first?.query).toEqual({ pageSize: '10' });
		for (const { query } of others) expect(Object.keys(query)).toEqual(['cursor']);
	});

	it('sends the filters of the first page in UTC', async () => {
		await world.run({
			node,
			parameters: {
				...action,
				returnAll: true,
				filters: {
					currency: 'DIEM',
					start: '2026-01-01T01:00:00+01:00',
					end: '2026-01-02T00:00:00Z',
				},
			},
		});
		expect(world.service.journal[0]?.query).toEqual({
			currency: 'DIEM',
			startTimestamp: '2026-01-01T00:00:00.000Z',
			endTimestamp: '2026-01-02T00:00:00.000Z',
		});
	});

	it('fetches no more than the limit needs', async () => {
		const { outputs } = await world.run({ node, parameters: { ...action, limit: 12 } });
		expect(outputs[0]).toHaveLength(12);
		expect(world.service.journal).toHaveLength(1);
		expect(world.service.journal[0]?.query).toEqual({ pageSize: '12' });
	});

	it('starts over when a cursor is refused, and gives nothing twice', async () => {
		const all = await wholeHistory();
		world.service.reset();
		world.service.fault({ refuseCursor: true });
		const { outputs, error } = await world.run({
			node,
			parameters: { ...action, returnAll: true, options: { pageSize: 40 } },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.map((item) => item.json)).toEqual(all);
		expect(world.service.journal.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200]);
	});

	it('goes on from a cursor of the user, and says when it is refused', async () => {
		const { error } = await world.run({
			node,
			parameters: { ...action, returnAll: true, options: { cursor: 'made_up' } },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(error?.message).toMatch(/cursor/i);
		expect(world.service.journal).toHaveLength(1);
	});

	it('tells a key for inference only that it cannot read billing data', async () => {
		const { error } = await world.run({
			...world.accessWith({ apiKey: world.service.keys.inference }),
			node,
			parameters: { ...action },
		});
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error?.description).toContain('one for inference only cannot read billing data');
	});

	it('tries a free read again after a broken connection', async () => {
		world.service.fault({ cut: 'before' });
		world.service.fault({ status: 502, body: { error: 'Bad gateway' } });
		const { outputs, error } = await world.run({ node, parameters: { ...action, limit: 10 } });
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(10);
		expect(world.service.journal).toHaveLength(3);
	});
});

describe.each(['memory', 'filesystem'] as const)('as CSV, binary data in %s', (binaryMode) => {
	const header = (text: string) => text.slice(0, text.indexOf('\n'));

	it('gives one file a page under the name of the service', async () => {
		const { outputs, error } = await world.run({
			node,
			binaryMode,
			parameters: { ...action, outputAs: 'csvPages', options: { pageSize: 40 } },
		});
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
		const whole = await fetch(`${world.service.url}/billing/usage-history`, {
			headers: { authorization: `Bearer ${world.service.keys.user}`, accept: 'text/csv' },
		});
		const expected = await whole.text();
		world.service.fault({ refuseCursor: true });
		const { outputs, error } = await world.run({
			node,
			binaryMode,
			parameters: {
				...action,
				outputAs: 'csvFile',
				options: { pageSize: 40, fileName: 'january' },
			},
		});
		expect(error).toBeUndefined();
		const [item] = outputs[0] ?? [];
		const text = (await binaryBuffer(item?.binary?.data)).toString('utf8');
		expect(text.trimEnd()).toBe(expected.trimEnd());
		expect(text.split(header(text))).toHaveLength(2);
		expect(item?.json).toMatchObject({
			fileName: 'january.csv',
			mimeType: 'text/csv',
			entries: 95,
		});
	});

	it('makes an error, not a short file, when a later page fails for good', async () => {
		world.service.fault({ refuseCursor: true, times: 20 });
		const { error, outputs } = await world.run({
			node,
			binaryMode,
			parameters: { ...action, outputAs: 'csvFile', options: { pageSize: 40 } },
		});
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
		const { outputs, error } = await world.run({
			node,
			parameters: { ...action, outputAs, options },
		});
		expect(error).toBeUndefined();
		const [item] = outputs[0] ?? [];
		const text = (await binaryBuffer(item?.binary?.data)).toString('utf8');
		return { text, name: item?.json.fileName };
	};

	it.each(['csvPages', 'csvFile'])(
		'as %s has none, and its numbers stay numbers',
		async (output) => {
			const { text } = await file(output);
			expect(text).toBe(csv.replace('"=', `"'=`));
		},
	);

	it.each(['csvPages', 'csvFile'])('as %s has them when the user wants so', async (output) => {
		expect((await file(output, { defuseFormulas: false })).text).toBe(csv);
	});

	it('loses the path of its name', async () => {
		expect((await file('csvPages')).name).toBe('x.csv');
	});
});
