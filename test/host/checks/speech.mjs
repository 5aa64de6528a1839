import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '../audio.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

const audioNode = `${packageName}.inferenceAudio`;

/**
 * The speech example as it is, and with WAV, which shows its samples.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkSpeech({ rest, credential, home, check }, example) {
	/** @param {import('../workflows.mjs').Workflow} workflow */
	const speak = async (workflow) => {
		const saved = await putWorkflow(rest, withCredential(workflow, credential));
		const execution = await runWorkflow(rest, saved, 'When Clicking Execute');
		const [audio] = itemsOf(execution, 'Inference Audio');
		const [written] = itemsOf(execution, 'Save File');
		const file = readFileSync(join(home, written.json.fileName));
		const { fileName, mimeType, bytes } = audio.json;
		assert.equal(file.length, bytes, 'the file has as many bytes as the node says');
		return { fileName, mimeType, sound: await decodeAudio(file) };
	};

	await check(
		'example text-to-speech-file: a file on disk that an audio decoder accepts',
		async () => {
			const { fileName, mimeType, sound } = await speak(example);
			assert.equal(fileName, 'morning-news.mp3');
			assert.equal(mimeType, 'audio/mpeg');
			assert.equal(sound.format, 'mp3');
		},
	);

	await check('the same as WAV: whole, and not silent', async () => {
		const nodes = example.nodes.map((node) => {
			if (node.type !== audioNode) return node;
			const options = { ...node.parameters.options, outputFormat: 'wav' };
			return { ...node, parameters: { ...node.parameters, options } };
		});
		const { fileName, mimeType, sound } = await speak({
			...example,
			name: 'Text to WAV file',
			nodes,
		});
		assert.equal(fileName, 'morning-news.wav');
		assert.equal(mimeType, 'audio/wav');
		assert.equal(sound.format, 'wav');
		assert.ok(sound.peak > 0.01, 'there is sound');
	});
}

/**
 * The example of a long text: one file of all parts, whole and without what an MP3 file says of its own length.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkLongSpeech({ rest, service, credential, home, check }, example) {
	await check('example long-text-to-speech: one file of all parts', async () => {
		const before = service.requests('/audio/speech').length;
		const saved = await putWorkflow(rest, withCredential(example, credential));
		const execution = await runWorkflow(rest, saved, 'When Clicking Execute');
		const [audio, ...others] = itemsOf(execution, 'Inference Audio');
		assert.deepEqual(others, [], 'there is one file');
		const [written] = itemsOf(execution, 'Save File');
		const file = readFileSync(join(home, written.json.fileName));
		const { fileName, bytes, parts, joined, characters, requestIds } = audio.json;
		assert.deepEqual(
			{ fileName, parts, joined },
			{ fileName: 'story.mp3', parts: 3, joined: true },
		);
		assert.equal(requestIds.length, parts);
		assert.equal(
			service.requests('/audio/speech').length - before,
			parts,
			'each part was sent once',
		);
		assert.equal(file.length, bytes, 'the file has as many bytes as the node says');
		const sound = await decodeAudio(file);
		const seconds = parts * 0.2 + characters * 0.02;
		assert.ok(Math.abs(sound.seconds - seconds) < 0.2, `${sound.seconds} s, and not ${seconds} s`);
	});

	await check('the same as FLAC and Opus: one file that counts all of its sound', async () => {
		for (const [format, secondsIn] of Object.entries(countedSeconds)) {
			const nodes = example.nodes.map((node) => {
				if (node.type !== audioNode) return node;
				const options = { ...node.parameters.options, outputFormat: format };
				return { ...node, parameters: { ...node.parameters, options } };
			});
			const workflow = { ...example, name: `Long text to ${format}`, nodes };
			const saved = await putWorkflow(rest, withCredential(workflow, credential));
			const execution = await runWorkflow(rest, saved, 'When Clicking Execute');
			const [audio, ...others] = itemsOf(execution, 'Inference Audio');
			assert.deepEqual(others, [], 'there is one file');
			const { fileName, bytes, parts, joined, characters } = audio.json;
			assert.deepEqual(
				{ fileName, parts, joined },
				{ fileName: `story.${format}`, parts: 3, joined: true },
			);
			const [written] = itemsOf(execution, 'Save File');
			const file = readFileSync(join(home, written.json.fileName));
			assert.equal(file.length, bytes, 'the file has as many bytes as the node says');
			const seconds = parts * 0.2 + characters * 0.02;
			const counted = secondsIn(file);
			assert.ok(Math.abs(counted - seconds) < 0.2, `${counted} s, and not ${seconds} s`);
		}
	});
}

/** How long a file says that it is: by the samples in its header, and by the position of its last page. */
const countedSeconds = {
	/** @param {Buffer} file */
	flac: (file) => file.readUInt32BE(22) / (file.readUIntBE(18, 3) >> 4),
	/** @param {Buffer} file */
	opus: (file) => Number(file.readBigUInt64LE(file.lastIndexOf('OggS') + 6)) / 48_000,
};
