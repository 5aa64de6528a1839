import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { planJoin } from '../../../lib/files/sound/joinPlan';
import type { Ears } from '../../service/hearing/ears';
import type { SpokenWord } from '../../service/hearing/vocabulary';
import { decode } from './decode';
import { difference } from './difference';
import { encoded, writeSpeech } from './recordingFile';

const run = promisify(execFile);

interface Encoding {
	extension: 'flac' | 'opus';
	codec: string[];
	/** A tool of the makers of the format, which refuses a file that is not right. */
	check: [tool: string, ...options: string[]];
}

const ENCODINGS: Encoding[] = [
	{ extension: 'flac', codec: ['-c:a', 'flac'], check: ['flac', '-s', '-t'] },
	{ extension: 'opus', codec: ['-c:a', 'libopus', '-b:a', '48k'], check: ['opusinfo'] },
];
const PARTS = 25;
const SHORTEST_SECONDS = 20;

/** Joins parts that real encoders made, as long texts are joined, and lets the tools of others judge the files. */
export async function proveJoined(vocabulary: readonly SpokenWord[], ears: Ears) {
	const rows = [];
	for (const one of ENCODINGS) rows.push(await joinedRow(one, vocabulary, ears));
	return rows;
}

async function joinedRow(
	{ extension, codec, check }: Encoding,
	vocabulary: readonly SpokenWord[],
	ears: Ears,
) {
	const folder = mkdtempSync(join(tmpdir(), 'inference-joined-'));
	try {
		const words: string[] = [];
		const files: string[] = [];
		for (let part = 1; part <= PARTS; part++) {
			const wav = join(folder, `${part}.wav`);
			const speech = { seed: part, seconds: SHORTEST_SECONDS + part, pauses: true };
			words.push(...(await writeSpeech(wav, vocabulary, speech)).words);
			files.push(join(folder, `${part}.${extension}`));
			await encoded(wav, files.at(-1) ?? '', codec);
		}
		const file = join(folder, `joined.${extension}`);
		writeFileSync(file, await joinedFile(extension, files));
		const [tool, ...options] = check;
		const { stdout, stderr } = await run(tool, [...options, file]);
		const heard = (await ears(readFileSync(file))) ?? [];
		const parts = await Promise.all(files.map(secondsOf));
		const longer = (await secondsOf(file)) - parts.reduce((sum, seconds) => sum + seconds, 0);
		return {
			...{ format: extension, parts: PARTS, words: words.length },
			...difference(
				words,
				heard.map(({ word }) => word),
			),
			acceptedBy: /warning: (?!cannot check MD5)|error/i.test(stdout + stderr) ? null : tool,
			longerMs: Math.round(longer * 1000),
			sameSamples: (await digest([file])) === (await digest(files)),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function joinedFile(extension: string, files: string[]): Promise<Buffer> {
	const parts = files.map((file) => readFileSync(file));
	const { bytes } = await planJoin(extension, parts);
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes(async (index) => [parts[index] ?? Buffer.alloc(0)])) {
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

async function secondsOf(file: string): Promise<number> {
	const entry = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
	return Number((await run('ffprobe', ['-v', 'error', ...entry, file])).stdout);
}

/** Of the samples of files one after another. */
async function digest(files: string[]): Promise<string> {
	const hash = createHash('sha256');
	for (const file of files) hash.update((await decode(readFileSync(file))).samples);
	return hash.digest('hex');
}
