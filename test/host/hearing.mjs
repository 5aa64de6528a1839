import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, repository } from './paths.mjs';

const folder = join(repository, 'test', 'service');

/** Few enough words to learn them quickly. */
const words = 12;

/** What the local service hears with, once it was taught words; until then a transcription is the same for all. @type {((file: Buffer) => Promise<unknown>) | undefined} */
let ears;

/** Ears for the local service. @param {Buffer} file */
export const listen = async (file) => await ears?.(file);

/**
 * Teaches the local service words of the synthesizer, and returns what makes a speech of them: as a WAV file of some seconds, or in other
 * formats as a file of some bytes.
 */
export async function learnWords() {
	const outfile = join(buildFolder, 'hearing.cjs');
	const { build } = createRequire(join(repository, 'package.json'))('esbuild');
	const names = ['hearing/ears', 'hearing/lecture', 'hearing/vocabulary', 'media/wav'];
	await build({
		stdin: {
			contents: [...names, 'hearing/coded/codedFiles']
				.map((name) => `export * from './${name}';`)
				.join('\n'),
			resolveDir: folder,
			loader: 'ts',
		},
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node20',
		packages: 'external',
		logLevel: 'warning',
	});
	const made = await import(pathToFileURL(outfile).href);
	const vocabulary = await made.loadVocabulary(words);
	const m4a = await made.m4aFormat(vocabulary, join(folder, 'hearing', 'coded', 'words.aac'));
	const vorbis = await made.vorbisFormat(vocabulary);
	// The parts of an M4A file are AAC files.
	ears = made.earsFor(vocabulary, { aac: m4a.decode, ogg: vorbis.decode });
	return {
		wav: (/** @type {number} */ seconds) => spoken(made, vocabulary, seconds),
		m4a: (/** @type {number} */ bytes) => coded(m4a, bytes),
		vorbis: (/** @type {number} */ bytes) => coded(vorbis, bytes),
	};
}

/** From here on a transcription is the same for all again, in formats too that the words were not coded in. */
export const forgetWords = () => void (ears = undefined);

/** @typedef {{ file: Buffer, text: string }} Speech */

/**
 * @param {Record<string, any>} made
 * @param {unknown} vocabulary
 * @param {number} seconds
 * @returns {Speech}
 */
function spoken({ lecture, toWav, SAMPLE_RATE }, vocabulary, seconds) {
	const said = [...lecture(vocabulary, { seed: 11, seconds })];
	const samples = Int16Array.from(said.flatMap(({ samples: own }) => [...own]));
	const text = said.map(({ word }) => word).join(' ');
	return { file: toWav({ samples, sampleRate: SAMPLE_RATE }), text };
}

/**
 * @param {Record<string, any>} format
 * @param {number} bytes
 * @returns {Speech}
 */
function coded(format, bytes) {
	const speech = format.speak(11, bytes);
	return { file: format.fileOf(speech), text: speech.text };
}
