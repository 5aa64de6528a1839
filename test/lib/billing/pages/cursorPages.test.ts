import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../../../../lib/core/answer';
import { ServiceFailure } from '../../../../lib/core/failure';
import { cursorPages } from '../../../../lib/billing/pages/cursorPages';

const refusal = () =>
	new ServiceFailure('The cursor has expired', { kind: 'refused', status: 400 });

const isPage = (value: unknown): value is { entries: number[]; next?: string } =>
	typeof value === 'object' && value !== null && 'entries' in value;

/** A history of numbers behind cursors "c<position>"; refuses the calls whose numbers (from 1) are named. */
function history(total: number, pageSize: number, refused: number[] = []) {
	const queries: Array<Record<string, unknown>> = [];
	const send = async ({ qs = {} }: IHttpRequestOptions): Promise<Answer> => {
		const query = { ...qs } as Record<string, unknown>;
		queries.push(query);
		if (refused.includes(queries.length)) throw refusal();
		const start = query.cursor === undefined ? 0 : Number(String(query.cursor).slice(1));
		const end = Math.min(total, start + pageSize);
		const entries = Array.from({ length: end - start }, (_, index) => start + index);
		const next = end < total ? `c${end}` : undefined;
		return { body: { entries, next }, headers: {}, namePrefix: 'service' };
	};
	return { send, queries };
}

async function walked(
	{ send }: ReturnType<typeof history>,
	qs: IHttpRequestOptions['qs'] = { currency: 'USD' },
	startOver?: (given: number[]) => { cursor: string },
): Promise<number[]> {
	const given: number[] = [];
	const read = ({ body }: Answer) => {
		if (!isPage(body)) throw new Error('no page');
		return { content: body.entries, entries: body.entries.length, nextCursor: body.next };
	};
	const again = startOver && { startOver: () => startOver(given) };
	for await (const { content, skip } of cursorPages({ url: '/history', qs }, send, read, again)) {
		given.push(...content.slice(skip));
	}
	return given;
}

const numbers = (total: number) => Array.from({ length: total }, (_, index) => index);

describe('cursorPages', () => {
	it.each([
		[0, 10],
		[1, 10],
		[10, 10],
		[11, 10],
		[35, 10],
	])('returns %i entries in pages of %i, each once and in order', async (total, size) => {
		expect(await walked(history(total, size))).toEqual(numbers(total));
	});

	it('sends the filters with the first page only, and the cursor alone after it', async () => {
		const source = history(25, 10);
		await walked(source);
		expect(source.queries).toEqual([{ currency: 'USD' }, { cursor: 'c10' }, { cursor: 'c20' }]);
	});

	it.each([[[2]], [[3]], [[4]], [[2, 4]], [[3, 6]], [[2, 4, 6]]])(
		'starts over when the cursors of the calls %j are refused, and returns nothing twice',
		async (refused) => {
			const source = history(47, 10, refused);
			expect(await walked(source)).toEqual(numbers(47));
			for (const call of refused) expect(source.queries[call]).toEqual({ currency: 'USD' });
		},
	);

	it('gives up when cursors are refused again and again', async () => {
		const source = history(47, 10, [2, 4, 6, 8]);
		await expect(walked(source)).rejects.toThrow('The cursor has expired');
		expect(source.queries).toHaveLength(8);
	});

	it('hands on a refusal of the first page, as it is about the filters', async () => {
		const source = history(47, 10, [1]);
		await expect(walked(source)).rejects.toThrow('The cursor has expired');
		expect(source.queries).toHaveLength(1);
	});

	it("hands on a refusal of the user's own cursor", async () => {
		const source = history(47, 10, [1]);
		await expect(walked(source, { cursor: 'c20' })).rejects.toThrow('The cursor has expired');
		expect(source.queries).toEqual([{ cursor: 'c20' }]);
	});

	it("goes on from the user's own cursor when a later one is refused", async () => {
		const source = history(47, 10, [3]);
		expect(await walked(source, { cursor: 'c20' })).toEqual(numbers(47).slice(20));
	});

	describe('for a caller that says where to start over', () => {
		const next = (given: number[]) => ({ cursor: `c${given.length}` });

		it.each([[[2]], [[3]], [[2, 4, 6]]])(
			'goes on from there when the calls %j are refused',
			async (refused) => {
				const source = history(47, 10, refused);
				expect(await walked(source, {}, next)).toEqual(numbers(47));
				expect(source.queries).toHaveLength(5 + refused.length);
			},
		);

		it('starts over when the cursor it came with is refused', async () => {
			const source = history(47, 10, [1]);
			expect(await walked(source, { cursor: 'c20' }, () => ({ cursor: 'c10' }))).toEqual(
				numbers(47).slice(10),
			);
		});

		it('hands on a refusal of the query to start over with', async () => {
			const source = history(47, 10, [2, 3]);
			await expect(walked(source, {}, next)).rejects.toThrow('The cursor has expired');
			expect(source.queries).toHaveLength(3);
		});
	});

	it.each([401, 403, 404, 429, 500])('does not start over on a %i', async (status) => {
		const source = history(47, 10);
		const send: typeof source.send = async (options) => {
			if (source.queries.length === 1) {
				throw new ServiceFailure('Not now', { kind: 'refused', status });
			}
			return await source.send(options);
		};
		await expect(walked({ ...source, send })).rejects.toThrow('Not now');
		expect(source.queries).toHaveLength(1);
	});

	it('goes on after an empty page that has a cursor', async () => {
		const pages = [
			{ entries: [1], next: 'a' },
			{ entries: [], next: 'b' },
			{ entries: [2], next: undefined },
		];
		const send = async (): Promise<Answer> => ({
			body: pages.shift(),
			headers: {},
			namePrefix: 'service',
		});
		expect(await walked({ send, queries: [] })).toEqual([1, 2]);
	});

	it('asks for no page that is not wanted', async () => {
		const source = history(100, 10);
		const read = () => ({ content: null, entries: 10, nextCursor: 'c10' });
		for await (const page of cursorPages({ url: '/history' }, source.send, read)) {
			expect(page).toMatchObject({ content: null, skip: 0 });
			break;
		}
		expect(source.queries).toHaveLength(1);
	});

	describe.each([
		['goes back in time', { times: () => [1, 2] }],
		['names the same requests', { requests: () => 'request-1' }],
	])('a page that comes again under a fresh cursor and %s', (_how, facts) => {
		it('ends the walk before anything of it comes out', async () => {
			let calls = 0;
			const send = async (): Promise<Answer> => ({ body: {}, headers: {}, namePrefix: '' });
			const read = () => ({ content: ++calls, entries: 2, nextCursor: `fresh-${calls}`, ...facts });
			const given: number[] = [];
			const walk = async () => {
				for await (const { content } of cursorPages({ url: '/h' }, send, read)) given.push(content);
			};
			await expect(walk()).rejects.toThrow('The service sent usage entries a second time');
			expect(given).toEqual([1]);
		});
	});
});
