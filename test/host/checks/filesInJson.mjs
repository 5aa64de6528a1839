import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';
import { byId, flow } from '../flow.mjs';
import { owner } from '../owner.mjs';
import { step } from '../progress.mjs';
import { connect } from '../rest.mjs';
import { itemsOf, putCredential } from '../workflows.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

/** What names the file of an item: its field, its path, the file itself, or nothing. */
const names = {
	'its field': 'data',
	'its path': '_files.data',
	'an expression': '={{ $json._files.data }}',
	nothing: '',
};

const drawn = {
	name: 'Picture',
	type: 'inferenceImage',
	parameters: {
		...{ resource: 'image', operation: 'generate', model: byId('image-basic') },
		...{ prompt: 'A lighthouse', outputBinaryField: 'data' },
	},
};

/** @param {string} name @param {string} inputBinaryField */
const enlarged = (name, inputBinaryField) => ({
	...{ name, type: 'inferenceImage', after: 'Picture' },
	parameters: { resource: 'image', operation: 'upscale', inputBinaryField },
});

const film = {
	...{ name: 'Film', type: 'inferenceVideo', after: 'Picture' },
	parameters: {
		...{ resource: 'video', operation: 'queue', model: byId('video-image') },
		...{ prompt: 'It sways', duration: byId('5s') },
	},
};

/**
 * A workflow with Execution logic v2, under which n8n keeps the files of an item in its JSON.
 * @param {Scene} scene @param {string} mode
 */
async function checkMode(scene, mode) {
	const { startAnother, service, check } = scene;
	await check(`files in JSON, stored in the mode ${mode}: each input reads them`, async () => {
		const n8n = await step(`Starting n8n with files in the mode ${mode}`, () =>
			startAnother(`files-${mode}`, { N8N_DEFAULT_BINARY_DATA_MODE: mode }),
		);
		try {
			const rest = await connect(n8n.url, owner);
			const credential = await putCredential(rest, localCredential(service));
			const upscaled = Object.entries(names).map(([name, field]) => enlarged(name, field));
			const workflow = flow(`Files in JSON, ${mode}`, [drawn, ...upscaled, film]);
			workflow.settings = { ...workflow.settings, binaryMode: 'combined' };
			const before = service.requests().length;
			const execution = await play({ ...scene, rest, credential }, workflow);
			const [picture] = itemsOf(execution, 'Picture');
			assert.equal(picture.binary, undefined, 'n8n moved the files into the JSON');
			assert.match(String(picture.json._files.data.id), new RegExp(`^${mode}`));
			const requests = service.requests().slice(before);
			const sizes = requests
				.filter(({ path }) => path === '/image/upscale')
				.map(({ files }) => files[0].bytes);
			assert.deepEqual(
				sizes,
				Object.keys(names).map(() => picture.json.bytes),
			);
			const queued = requests.find(({ path }) => path === '/video/queue');
			assert.match(String(queued?.body.image_url), /^data:image\//);
		} finally {
			await n8n.kill();
		}
	});
}

/** Files that n8n 2 keeps in the JSON of an item, in both stores of an n8n of its own. @param {Scene} scene */
export async function checkFilesInJson(scene) {
	for (const mode of ['filesystem', 'database']) await checkMode(scene, mode);
}
