import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { files, itemWith, listed, typed } from '../coverage/given';
import { withService } from './withService';

const world = withService();

const OPERATIONS = [
	['Upscale', new InferenceImage(), { resource: 'image', operation: 'upscale' }, files.photo],
	[
		'Transcribe',
		new InferenceAudio(),
		{ resource: 'recording', operation: 'transcribe' },
		files.clip,
	],
] as const;
/** How a field names the file of an item that n8n keeps in its JSON. */
const NAMES = [
	['nothing', ''],
	['its name', 'data'],
	['its path', '_files.data'],
	['an expression', '={{ $json._files.data }}'],
] as const;
const cases = OPERATIONS.flatMap(([name, ...operation]) =>
	NAMES.map(([how, field]) => [name, how, field, ...operation] as const),
);

const sent = () =>
	world.service.journal
		.filter(({ method }) => method === 'POST')
		.map(({ path, files: [file], body }) => ({ path, file: file?.sha256, body }));

describe('with Execution logic v2, n8n keeps the files of an item in its JSON', () => {
	it.each(cases)(
		'%s takes the file by %s',
		async (_name, _how, inputBinaryField, node, operation, file) => {
			const { error: none } = await world.run({
				...{ node, parameters: { ...operation }, items: itemWith({ data: file }) },
			});
			const usual = sent();
			world.service.reset();
			const { error } = await world.run({
				...{ node, parameters: { ...operation, inputBinaryField } },
				...{ items: itemWith({ data: file }), binaryMode: 'filesystem' },
				workflowSettings: { binaryMode: 'combined' },
			});
			expect([none, error]).toEqual([undefined, undefined]);
			expect(usual[0]?.file).toBeDefined();
			expect(sent()).toEqual(usual);
		},
	);
});

describe('JSON that calls itself a file is none without that setting', () => {
	const forged = (file: IDataObject): { json: IDataObject } => ({
		json: { _files: { data: { ...file, id: 'filesystem-v2:another/workflow' } } },
	});

	it.each(cases.filter(([, how]) => how !== 'an expression'))(
		'%s by %s',
		async (_name, _how, inputBinaryField, node, operation, file) => {
			for (const workflowSettings of [{}, { binaryMode: 'separate' } as const]) {
				const { error } = await world.run({
					...{ node, parameters: { ...operation, inputBinaryField } },
					...{ items: [forged(file)], workflowSettings },
				});
				expect(error?.message).toMatch(/^The item has no file.*: it has no binary data at all/);
			}
			expect(sent()).toEqual([]);
		},
	);

	it('a video is made without it', async () => {
		const parameters: INodeParameters = {
			...{ resource: 'video', operation: 'queue', startImage: 'auto', prompt: 'A boat' },
			...{ model: typed('video-basic'), duration: listed('5s') },
		};
		const items = [forged(files.photo)];
		const { error } = await world.run({ node: new InferenceVideo(), parameters, items });
		expect(error).toBeUndefined();
		expect(sent()[0]?.body).not.toHaveProperty('image_url');
	});
});
