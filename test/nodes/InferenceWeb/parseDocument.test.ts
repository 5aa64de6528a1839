import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { JournalEntry } from '../../service/service';
import { WORKFLOW_NAME } from '../../engine/workflow';
import { withService } from '../withService';

const world = withService();
const node = new InferenceWeb();
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
			const { outputs, error } = await world.run({
				node,
				items,
				binaryMode,
				parameters: { ...action },
			});
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
						cost: { amount: 0.01, currency: 'USD', estimated: true },
						costLabel: WORKFLOW_NAME,
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('reads an answer that is plain text, even if it looks like JSON', async () => {
			const { outputs, error } = await world.run({
				node,
				items: [{ json: {}, binary: { report: file('12345') } }],
				binaryMode,
				parameters: {
					...action,
					inputBinaryField: 'report',
					options: { responseFormat: 'text', maxCharacters: 4 },
				},
			});
			expect(error).toBeUndefined();
			expect(sent().body).toEqual({ response_format: 'text' });
			expect(outputs[0]?.[0]?.json).toEqual({
				fileName: 'notes.md',
				text: '1234',
				characters: 5,
				truncated: true,
				cost: { amount: 0.01, currency: 'USD', estimated: true },
				costLabel: WORKFLOW_NAME,
			});
		});

		it('uploads the whole file again when the service was busy', async () => {
			world.service.fault({ path, status: 503, body: { error: 'Full' } });
			const { error } = await world.run({ node, items, binaryMode, parameters: { ...action } });
			expect(error).toBeUndefined();
			const uploads = world.service.journal.map(({ files }) => files.map(({ sha256 }) => sha256));
			expect(uploads).toHaveLength(2);
			expect(uploads[1]).toEqual(uploads[0]);
		});

		it('says what the service refuses', async () => {
			const { error } = await world.run({
				node,
				items: [{ json: {}, binary: { data: file('%PDF-1.7 pictures', 'scan.pdf') } }],
				binaryMode,
				parameters: { ...action },
			});
			expect(error?.message).toMatch(
				/^The service does not accept these values: .*file: scan\.pdf has no text, only pictures$/,
			);
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error?.description).toMatch(/^Correct the fields named in the message\. · Status 400/);
		});

		it('refuses a file above 25 MB, and an empty one, before anything is sent', async () => {
			const large = { ...file(''), data: Buffer.alloc(26_000_000).toString('base64') };
			const { outputs } = await world.run({
				node,
				binaryMode,
				continueOnFail: 'continueRegularOutput',
				items: [
					{ json: {}, binary: { data: large } },
					{ json: {}, binary: { data: file('') } },
				],
				parameters: { ...action },
			});
			expect(outputs[0]?.map(({ json }) => json.error)).toEqual([
				'The file in the binary field "data" has 26 MB, but at most 25 MB are allowed [item 1 of 2]',
				'The file in the binary field "data" is empty [item 2 of 2]',
			]);
			expect(world.service.journal).toEqual([]);
		});
	},
);
