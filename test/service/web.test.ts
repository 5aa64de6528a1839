import { call, part, type Part } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const search = (body: Record<string, unknown>) => call(service, '/augment/search', { body });
const scrape = (body: Record<string, unknown>) => call(service, '/augment/scrape', { body });
const parse = (form: Record<string, string | Part>) =>
	call(service, '/augment/text-parser', { form });
const note = part('# A note', 'note.md', 'text/markdown');

describe('a search', () => {
	it.each([
		['query', {}],
		['query', { query: '' }],
		['query', { query: 'a'.repeat(401) }],
		['limit', { query: 'a', limit: 0 }],
		['limit', { query: 'a', limit: 21 }],
		['search_provider', { query: 'a', search_provider: 'other' }],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await search(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('returns ten results unless asked otherwise', async () => {
		const { json } = await search({ query: 'sails', more: 1 });
		expect(json).toMatchObject({ query: 'sails', results: expect.any(Array) });
		const { results } = json as { results: unknown[] };
		expect(results).toHaveLength(10);
		expect(results.slice(0, 2)).toMatchObject([{ date: '2026-07-30' }, { date: '' }]);
		const few = await search({ query: 'sails', limit: 2, search_provider: 'brave' });
		expect((few.json as { results: unknown[] }).results).toHaveLength(2);
		expect(service.ledger).toHaveLength(2);
	});
});

describe('a scrape', () => {
	it.each([
		{},
		{ url: 'a page' },
		{ url: 'ftp://example.com' },
		{ url: 'https://www.social.example/a' },
	])('is refused with 400: %j', async (body) => {
		const reply = await scrape(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { url: { _errors: expect.any(Array) } } });
	});

	it('returns Markdown', async () => {
		const url = 'https://example.com/a';
		expect((await scrape({ url })).json).toEqual({
			url,
			content: expect.stringContaining('# A page of example.com'),
			format: 'markdown',
		});
	});
});

describe('a document', () => {
	it.each<[field: string, form: Record<string, string | Part>]>([
		['file', {}],
		['file', { file: 'text' }],
		['file', { file: part('', 'empty.txt') }],
		['file', { file: part('%PDF-1.7 scanned', 'scan.pdf', 'application/pdf') }],
		['file', { file: part(Buffer.from([0, 1, 2]), 'a.bin') }],
		['response_format', { file: note, response_format: 'html' }],
	])('is refused with 400 that names %s', async (field, form) => {
		const reply = await parse(form);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it.each<[Part, string]>([
		[note, '# A note'],
		[part('%PDF-1.4 BT (Hello) Tj (there) Tj ET', 'a.pdf', 'application/pdf'), 'Hello\nthere'],
		[part(Buffer.from([0x50, 0x4b, 0, 1]), 'a.docx'), 'The text of a.docx'],
	])('returns its text and its tokens', async (file, text) => {
		expect((await parse({ file })).json).toEqual({ text, tokens: Math.ceil(text.length / 4) });
	});

	it('may be given as plain text', async () => {
		const reply = await parse({ file: note, response_format: 'text' });
		expect([reply.headers['content-type'], reply.text]).toEqual([
			'text/plain; charset=utf-8',
			'# A note',
		]);
	});
});
