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

/** Teaches the local service words of the synthesizer, and returns what makes a speech of them. */
export async function learnWords() {
	const outfile = join(buildFolder, 'hearing.cjs');
	const { build } = createRequire(join(repository, 'package.json'))('esbuild');
	const names = ['hearing/ears', 'hearing/lecture', 'hearing/vocabulary', 'media/wav'];
	await build({
		stdin: {
			contents: names.map((name) => `export * from './${name}';`).join('\n'),
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
	const { earsFor, lecture, loadVocabulary, toWav, SAMPLE_RATE } = await import(
		pathToFileURL(outfile).href
	);
	const vocabulary = await loadVocabulary(words);
	ears = earsFor(vocabulary);
	/** A speech and its text. @param {number} seconds @returns {{ wav: Buffer, text: string }} */
	return (seconds) => {
		const spoken = [...lecture(vocabulary, { seed: 11, seconds })];
		const samples = Int16Array.from(spoken.flatMap(({ samples: own }) => [...own]));
		const text = spoken.map(({ word }) => word).join(' ');
		return { wav: toWav({ samples, sampleRate: SAMPLE_RATE }), text };
	};
}
