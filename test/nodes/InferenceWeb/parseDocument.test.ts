import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { JournalEntry } from '../../service/service';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceWeb());
const action = { resource: 'document', operation: 'parse' };
const path = '/augment/text-parser';
const file = (text: string, fileName = 'notes.md') => ({
	data: Buffer.from(text).toString('base64'),
	mimeType: 'text/markdown',
	fileName,
	fileExtension: 'md',
});
const items = [{ json: {}, binary: { data: file('# Notes') } }];
const sent = () => world.service.journal[0] as JournalEntry;

describe.each(['memory', 'filesystem'] as const)(
	'Inference Web: Parse Document, %s',
	(binaryMode) => {
		it('uploads the file as a form, and returns its text with the number of tokens', async () => {
			const { outputs, error } = await run({ ...action }, { items, binaryMode });
			expect(error).toBeUndefined();
			expect(sent()).toMatchObject({ method: 'POST', path, query: {} });
			expect(sent().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
			expect(sent().files).toMatchObject([
				{ field: 'file', fileName: 'notes.md', mimeType: 'text/markdown', bytes: 7 },
			]);
			expect(sent().body).toEqual({});
			expect(outputs[0]).toEqual([
				{
					json: {
						fileName: 'notes.md',
						tokens: expect.any(Number),
						text: '# Notes',
						characters: 7,
						truncated: false,
						requestId: expect.any(String),
						cost: { amount: 0.01, currency: 'USD', estimated: true },
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('reads an answer that is plain text, even if it looks like JSON', async () => {
			const { item } = await run(
				{
					...action,
					inputBinaryField: 'report',
					options: { responseFormat: 'text', maxCharacters: 4 },
				},
				{ items: [{ json: {}, binary: { report: file('12345') } }], binaryMode },
			);
			expect(sent().body).toEqual({ response_format: 'text' });
			expect(item.json).toEqual({
				fileName: 'notes.md',
				text: '1234',
				characters: 5,
				truncated: true,
				requestId: expect.any(String),
				cost: { amount: 0.01, currency: 'USD', estimated: true },
			});
		});

		it('uploads the whole file again when the service was busy', async () => {
			world.service.fault({ path, status: 503, body: { error: 'Full' } });
			const { error } = await run({ ...action }, { items, binaryMode });
			expect(error).toBeUndefined();
			const uploads = world.service.journal.map(({ files }) => files.map(({ sha256 }) => sha256));
			expect(uploads).toHaveLength(2);
			expect(uploads[1]).toEqual(uploads[0]);
		});

		it('says what the service refuses', async () => {
			const { error } = await run(
				{ ...action },
				{
					items: [{ json: {}, binary: { data: file('%PDF-1.7 pictures', 'scan.pdf') } }],
					binaryMode,
				},
			);
			expect(error?.message).toMatch(
				/^The service does not accept these values: .*file: scan\.pdf has no text, only pictures$/,
			);
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error?.description).toMatch(/^Correct the fields named in the message\. · Status 400/);
		});

		it('refuses a file above 25 MB, and an empty one, before anything is sent', async () => {
			const large = { ...file(''), data: Buffer.alloc(26_000_000).toString('base64') };
			const { items } = await run(
				{ ...action },
				{
					binaryMode,
					continueOnFail: 'continueRegularOutput',
					items: [
						{ json: {}, binary: { data: large } },
						{ json: {}, binary: { data: file('') } },
					],
				},
			);
			expect(items.map(({ json }) => json.error)).toEqual([
				'The file in the binary field "data" has 26 MB, but at most 25 MB are allowed [item 1 of 2]',
				'The file in the binary field "data" is empty [item 2 of 2]',
			]);
			expect(world.service.journal).toEqual([]);
		});
	},
);

describe('an answer with a text', () => {
	const answered = async (fault: object) => {
		world.service.fault({ path, status: 200, ...fault });
		return await run({ ...action }, { items });
	};
	const facts = JSON.stringify({ text: 'Hello', tokens: 2 });

	it.each([
		['APPLICATION/JSON', facts],
		['', facts],
		['application/octet-stream', facts],
		['TEXT/PLAIN', 'Hello'],
		['text/plain', '\uFEFFHello'],
		['', 'Hello'],
	])('labelled "%s" is read by what it holds: %s', async (contentType, body) => {
		const { item } = await answered({ contentType, body: Buffer.from(body) });
		expect(item.json).toMatchObject({ text: 'Hello' });
	});

	it.each([
		[Buffer.from([0x89, 0x50, 0xff, 0xfe]), /no text where a text was expected/],
		['', /no text where a text was expected/],
		['<!doctype html><title>Log in</title>', /the web page "Log in" where a text was expected/],
	])('an answer that holds no text and has no label is an error', async (body, words) => {
		expect((await answered({ contentType: '', body })).error?.message).toMatch(words);
	});

	it('is asked for uncompressed, as a part of compressed bytes would pass for the whole', async () => {
		await run({ ...action }, { items });
		expect(sent().headers['accept-encoding']).toBe('identity');
	});

	it('names the numbers that are too large to be read', async () => {
		const { item } = await answered({
			contentType: 'application/json',
			body: Buffer.from('{"text":"Hello","tokens":1e999,"more":{"size":[2,-1e400]}}'),
		});
		expect(item.json).toMatchObject({ text: 'Hello', tokens: null });
		expect(item.json.unreadNumbers).toEqual(['tokens', 'more.size.1']);
	});

	it('names them in JSON answers too', async () => {
		const body = Buffer.from('{"query":"x","results":[{"title":"a","url":"b","score":1e999}]}');
		world.service.fault({ path: '/augment/search', status: 200, body, contentType: '' });
		const parameters = { resource: 'web', operation: 'search', query: 'x', simplify: false };
		const { item } = await run(parameters);
		expect(item.json.unreadNumbers).toEqual(['results.0.score']);
	});
});
