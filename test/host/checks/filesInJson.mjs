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
 * Draws, and gives the picture to the inputs of others; n8n keeps the files of an item beside its JSON, or with Execution logic v2 in it.
 * @param {Scene} scene @param {'separate' | 'combined'} binaryMode
 */
async function playFiles(scene, binaryMode) {
	const { service } = scene;
	const inputs = Object.entries(names).filter(
		([, field]) => binaryMode === 'combined' || !field.includes('_files'),
	);
	const upscaled = inputs.map(([name, field]) => enlarged(name, field));
	const workflow = flow(`Files, ${binaryMode}`, [drawn, ...upscaled, film]);
	workflow.settings = { ...workflow.settings, binaryMode };
	const before = service.requests().length;
	const execution = await play(scene, workflow);
	const [{ json, binary }] = itemsOf(execution, 'Picture');
	const file = binaryMode === 'combined' ? json._files.data : binary?.data;
	assert.equal(binary === undefined, binaryMode === 'combined', 'where n8n keeps the files');
	const requests = service.requests().slice(before);
	const sizes = requests
		.filter((/** @type {any} */ { path }) => path === '/image/upscale')
		.map((/** @type {any} */ { files }) => files[0].bytes);
	assert.deepEqual(
		sizes,
		inputs.map(() => json.bytes),
	);
	const queued = requests.find((/** @type {any} */ { path }) => path === '/video/queue');
	assert.match(String(queued?.body.image_url), /^data:image\//);
	return file;
}

/** Both ways of a workflow to keep files, in this n8n. @param {Scene} scene */
export async function checkBinaryModes(scene) {
	for (const mode of /** @type {const} */ (['separate', 'combined']))
		await scene.check(
			`workflow setting binaryMode: ${mode}: each input reads the file`,
			async () => await playFiles(scene, mode),
		);
}

/** Files that n8n 2 keeps in the JSON of an item, in both stores of an n8n of its own. @param {Scene} scene */
export async function checkFilesInJson(scene) {
	const { startAnother, service, check } = scene;
	for (const mode of ['filesystem', 'database'])
		await check(`files in JSON, stored in the mode ${mode}: each input reads them`, async () => {
			const n8n = await step(`Starting n8n with files in the mode ${mode}`, () =>
				startAnother(`files-${mode}`, { N8N_DEFAULT_BINARY_DATA_MODE: mode }),
			);
			try {
				const rest = await connect(n8n.url, owner);
				const credential = await putCredential(rest, localCredential(service));
				const { id } = await playFiles({ ...scene, service, rest, credential }, 'combined');
				assert.match(String(id), new RegExp(`^${mode}`));
			} finally {
				await n8n.kill();
			}
		});
}
