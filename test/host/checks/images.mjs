import assert from 'node:assert/strict';
import { imageSize } from 'image-size';
import { itemsOf } from '../workflows.mjs';
import { play, savedFile } from './play.mjs';

/** The first bytes of each format, as its specification gives them. @type {Record<string, (file: Buffer) => boolean>} */
const marks = {
	png: (file) => file.toString('hex', 0, 8) === '89504e470d0a1a0a',
	jpg: (file) => file.toString('hex', 0, 3) === 'ffd8ff',
	webp: (file) =>
		file.toString('latin1', 0, 4) === 'RIFF' &&
		file.toString('latin1', 8, 12) === 'WEBP' &&
		file.readUInt32LE(4) === file.length - 8,
};

/** Throws when a file is no picture, or not what its name says. @param {{ name: string, content: Buffer }} file */
export function assertPicture({ name, content }) {
	const format = Object.keys(marks).find((one) => marks[one](content));
	assert.ok(format, `${name} is a PNG, JPEG or WebP`);
	const { width, height, type } = imageSize(content);
	assert.equal(type, format);
	assert.ok(name.endsWith(`.${format}`), `${name} is called what it is, ${format}`);
	assert.ok(width >= 64 && height >= 64, `${name} has ${width} x ${height} pixels`);
	return { width, height };
}

/**
 * Both image examples: what lies on the disk is a picture.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} generation
 * @param {import('../workflows.mjs').Workflow} multiEdit
 */
export async function checkImages(scene, generation, multiEdit) {
	const { check, service } = scene;

	await check('example image-generation: a picture on disk', async () => {
		const execution = await play(scene, generation);
		const [{ json }] = itemsOf(execution, 'Inference Image');
		const file = savedFile(scene, execution);
		assert.equal(file.content.length, json.bytes, 'the file has as many bytes as the node says');
		assert.match(file.name, /lighthouse\.\w+$/);
		assertPicture(file);
	});

	await check('example image-multi-edit: two pictures made into a third', async () => {
		const execution = await play(scene, multiEdit);
		const [{ binary }] = itemsOf(execution, 'Both in One Item');
		assert.deepEqual(Object.keys(binary ?? {}).sort(), ['cat', 'room']);
		const file = savedFile(scene, execution);
		assert.match(file.name, /cat-in-room\.\w+$/);
		assertPicture(file);

		const [request] = service.requests('/image/multi-edit').slice(-1);
		assert.deepEqual(
			request.files.map((/** @type {{ fileName: string }} */ { fileName }) =>
				fileName.replace(/\.\w+$/, ''),
			),
			['room', 'cat'],
			'the base goes first',
		);
	});
}
