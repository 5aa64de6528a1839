import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Decoder } from '../../service/hearing/ears';
import { SAMPLE_RATE } from '../../service/hearing/vocabulary';

const run = promisify(execFile);

/** The samples of a coded file, by ffmpeg. */
export const decode: Decoder = async (file) => {
	const folder = await mkdtemp(join(tmpdir(), 'inference-decode-'));
	const [coded, raw] = [join(folder, 'coded'), join(folder, 'raw')];
	try {
		await writeFile(coded, file);
		const format = ['-f', 's16le', '-ac', '1', '-ar', String(SAMPLE_RATE)];
		await run('ffmpeg', ['-v', 'error', '-i', coded, ...format, raw]);
		const bytes = await readFile(raw);
		const samples = new Int16Array(bytes.length >> 1);
		for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(at * 2);
		return { samples, sampleRate: SAMPLE_RATE };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};
