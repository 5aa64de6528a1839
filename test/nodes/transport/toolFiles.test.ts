import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService();
const prompt = { model: typed('image-basic'), prompt: 'A pear' };
const image = (options: Partial<RunNodeOptions> = {}) =>
	world.run({ node: new InferenceImage(), asTool: true, parameters: prompt, ...options });

function itemOf(outputs: INodeExecutionData[][]): INodeExecutionData {
	const [item] = outputs.flat();
	if (item === undefined) throw new Error('The tool gave nothing');
	return item;
}

/** What n8n signed: the ID of the file alone. */
function signedId(link: unknown): unknown {
	const token = new URL(String(link)).searchParams.get('token') ?? '';
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	return (JSON.parse(payload) as IDataObject).id;
}

describe('files of tools', () => {
	it('returns a picture as its facts and a signed link', async () => {
		const { outputs, error } = await image({ binaryMode: 'filesystem' });
		expect(error).toBeUndefined();
		const { json, binary } = itemOf(outputs);
		expect(json).toMatchObject({ fileName: 'image-a-pear.webp', mimeType: 'image/webp' });
		expect(Object.keys(json)).toEqual(expect.arrayContaining(['bytes', 'model', 'requestId']));
		expect(json.link).toMatch(/^http:\/\/localhost:5678\/rest\/binary-data\/signed\?token=/);
		expect(signedId(json.link)).toBe(binary?.data?.id);
		expect(json).not.toHaveProperty('note');
	});

	it('returns a link for each of several pictures', async () => {
		const { outputs } = await image({
			binaryMode: 'filesystem',
			parameters: { ...prompt, options: { variants: 2 } },
		});
		const { json, binary = {} } = itemOf(outputs);
		const files = json.files as IDataObject[];
		expect(files.map(({ field }) => field)).toEqual(['data', 'data_1']);
		for (const { field, link, bytes } of files) {
			expect(signedId(link)).toBe(binary[String(field)]?.id);
			expect(bytes).toBeGreaterThan(20);
		}
		expect(JSON.stringify(json)).not.toContain('UklGR');
	});

	it('says that there is no link where n8n keeps files in memory', async () => {
		const { outputs } = await image();
		const { json } = itemOf(outputs);
		expect(json.link).toBeNull();
		expect(json.note).toMatch(/^There is no link to this file, because n8n keeps files in memory/);
		expect(JSON.stringify(json).length).toBeLessThan(600);
	});

	it('returns speech of many parts as one link', async () => {
		const { outputs } = await world.run({
			node: new InferenceAudio(),
			asTool: true,
			binaryMode: 'filesystem',
			parameters: {
				resource: 'speech',
				operation: 'generate',
				text: 'A sentence of some length. '.repeat(200),
			},
		});
		const { json, binary } = itemOf(outputs);
		expect(json).toMatchObject({ fileName: 'speech.mp3', mimeType: 'audio/mpeg', parts: 2 });
		expect(signedId(json.link)).toBe(binary?.data?.id);
	});

	it('leaves items of the workflow itself as they are', async () => {
		const { outputs } = await image({ asTool: false, binaryMode: 'filesystem' });
		expect(itemOf(outputs).json).not.toHaveProperty('link');
	});
});
