import { part, type CallOptions } from './client';
import { type Body, localService, type Row } from './underTest';

const local = localService();
type Query = NonNullable<CallOptions['query']>;
type Form = NonNullable<CallOptions['form']>;

describe.each<[path: string, start: Body, rows: Row[]]>([
	[
		'/embeddings',
		{ model: 'embedding-basic' },
		[
			['input', {}],
			['input', { input: '' }],
			['input', { input: [] }],
			['input', { input: [1, 2] }],
			['input', { input: [[1, 2]] }],
			['input', { input: Array.from({ length: 2049 }, () => 'a') }],
			['dimensions', { input: 'a', dimensions: 0 }],
			['dimensions', { input: 'a', dimensions: 257 }],
			['dimensions', { input: 'a', dimensions: 64, model: 'embedding-fixed' }],
			['encoding_format', { input: 'a', encoding_format: 'hex' }],
			['extra', { input: 'a', extra: 1 }],
		],
	],
	[
		'/augment/search',
		{},
		[
			['query', {}],
			['query', { query: '' }],
			['query', { query: 'a'.repeat(401) }],
			['limit', { query: 'a', limit: 0 }],
			['limit', { query: 'a', limit: 21 }],
			['search_provider', { query: 'a', search_provider: 'other' }],
		],
	],
	[
		'/augment/scrape',
		{},
		[
			['url', {}],
			['url', { url: 'a page' }],
			['url', { url: 'ftp://example.com' }],
			['url', { url: 'https://www.social.example/a' }],
		],
	],
])('POST %s refuses', (path, start, rows) => {
	it.each(rows)('a body is refused with 400 that names %s: %#', async (field, body) => {
		await local.refuses(path, field, { body: { ...start, ...body } });
	});
});

const note = part('# A note', 'note.md', 'text/markdown');

it.each<[field: string, form: Form]>([
	['file', {}],
	['file', { file: 'text' }],
	['file', { file: part('', 'empty.txt') }],
	['file', { file: part('%PDF-1.7 scanned', 'scan.pdf', 'application/pdf') }],
	['file', { file: part(Buffer.from([0, 1, 2]), 'a.bin') }],
	['response_format', { file: note, response_format: 'html' }],
])('a document is refused with 400 that names %s', async (field, form) => {
	await local.refuses('/augment/text-parser', field, { form });
});

describe.each<[path: string, rows: Array<[field: string, query: Query]>]>([
	[
		'/characters',
		[
			['limit', { limit: '0' }],
			['limit', { limit: '101' }],
			['offset', { offset: '-1' }],
			['search', { search: 'a'.repeat(201) }],
			['tags', { tags: Array.from({ length: 21 }, () => 'a').join(',') }],
			['isAdult', { isAdult: '1' }],
			['sortBy', { sortBy: 'name' }],
			['sortOrder', { sortOrder: 'up' }],
		],
	],
	[
		'/billing/usage-analytics',
		[
			['lookback', { lookback: '91d' }],
			['lookback', { lookback: '0d' }],
			['lookback', { lookback: '7' }],
			['lookback', { lookback: '7d', startDate: '2026-08-01', endDate: '2026-08-02' }],
			['startDate', { startDate: '2026-8-1', endDate: '2026-08-02' }],
			['startDate', { endDate: '2026-08-02' }],
			['endDate', { startDate: '2026-08-01' }],
			['endDate', { startDate: '2026-08-02', endDate: '2026-08-01' }],
		],
	],
])('GET %s refuses', (path, rows) => {
	it.each(rows)('a query is refused with 400 that names %s: %j', async (field, query) => {
		await local.refuses(path, field, { query });
	});
});

const unknown = { code: 'CHARACTER_NOT_FOUND' };
const REVIEWS = '/characters/night-gardener/reviews';

it.each<[path: string, asked: CallOptions, status: number, answer: object]>([
	['/embeddings', { body: { model: 'text-basic', input: 'a' } }, 404, {}],
	// The branches of the union say why, and nothing else does.
	[
		'/embeddings',
		{ body: { model: 'embedding-fixed', input: 'a'.repeat(2052) } },
		400,
		{
			error: 'Invalid request parameters',
			issues: [
				{
					code: 'invalid_union',
					message: 'Invalid input',
					unionErrors: [
						{ issues: [{ message: 'Input text exceeds the maximum token limit of 512 tokens' }] },
					],
				},
			],
		},
	],
	['/characters', { key: null }, 401, {}],
	['/characters/nobody', {}, 404, unknown],
	['/characters/nobody/reviews', {}, 404, unknown],
	[REVIEWS, { query: { page: '0' } }, 400, {}],
	[REVIEWS, { query: { pageSize: '101' } }, 400, {}],
	['/models', { query: { type: 'audio' } }, 400, {}],
	['/models/nothing', {}, 404, { code: 'MODEL_NOT_FOUND' }],
	['/models/traits', { query: { type: 'all' } }, 400, {}],
	['/models/traits', { query: { type: 'code' } }, 400, {}],
	['/models/compatibility_mapping', { query: { type: 'audio' } }, 400, {}],
])('%s with %j is refused with %i', async (path, asked, status, answer) => {
	await local.answers(path, asked, status, answer);
});

it('finds a character by its slug, not by its ID', async () => {
	const { json } = await local.call('/characters/night-gardener');
	const { id } = (json as { data: { id: string } }).data;
	await local.answers(`/characters/${id}`, {}, 404, unknown);
});

it('answers the older list of charges with 410, and says since when', async () => {
	const { status, headers } = await local.call('/billing/usage');
	expect([status, headers.sunset]).toEqual([410, 'Wed, 16 Sep 2026 00:00:00 GMT']);
});
