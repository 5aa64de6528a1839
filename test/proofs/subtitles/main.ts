import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { writeResult } from '../result';
import { asItLooks, heardByW3c, judged, type Heard, type Verdict } from './judge';
import { mutants, type Mutant } from './mutants';

const execute = promisify(execFile);
/** Files that one call of ffmpeg reads. */
const AT_ONCE = 40;
const USUAL_FILES = 10_000;
/** Its cues say times and numbers themselves. */
const SAYS_TIMES = 'times that are said';
const TIMES = /(?:(\d+):)?(\d+):(\d+)[.,](\d{3}) --> [^\n]*\n([^]*)/;

/** `npm run proof -- subtitles`: reads subtitles that were changed by chance, beside ffmpeg and a parser by the rules of the W3C; with a number, so many. */
async function main(files = USUAL_FILES): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'inference-subtitles-'));
	const all = [...mutants(files)];
	const counts = { files, read: 0, refused: 0, notReadByFfmpeg: 0 };
	const found: Array<Pick<Mutant, 'name' | 'text'> & { what: string }> = [];
	try {
		for (let at = 0; at < files; at += AT_ONCE) {
			const some = all.slice(at, at + AT_ONCE);
			for (const [index, heard] of (await heardByFfmpeg(some, folder)).entries()) {
				const mutant = some[index] as Mutant;
				if (heard === undefined) counts.notReadByFfmpeg++;
				const { refused, wrong } = await verdictOf(mutant, heard ?? [], folder);
				counts[refused === undefined ? 'read' : 'refused']++;
				if (mutant.name !== SAYS_TIMES)
					found.push(...wrong.map((what) => ({ name: mutant.name, text: mutant.text, what })));
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	for (const one of found) process.stdout.write(`${JSON.stringify(one)}\n`);
	const filesWith = (kind: string) =>
		new Set(found.filter(({ what }) => what.startsWith(kind)).map(({ text }) => text)).size;
	const result = {
		...counts,
		withTimesSpoken: filesWith('time'),
		withStrangeNumbers: filesWith('number'),
		withCuesDropped: filesWith('dropped'),
		crashes: filesWith('crash'),
	};
	process.stdout.write(`${JSON.stringify(result)}\n`);
	writeResult('subtitles', result);
	const { withTimesSpoken, withStrangeNumbers, withCuesDropped, crashes } = result;
	if (withTimesSpoken + withStrangeNumbers + withCuesDropped + crashes > 0) process.exitCode = 1;
}

/** Where numbers are spoken that neither judge hears, they are asked about the file as it looks. */
async function verdictOf(mutant: Mutant, heard: Heard[], folder: string): Promise<Verdict> {
	const judges = [heardByW3c(mutant), heard];
	const verdict = judged(mutant, judges);
	if (!verdict.wrong.some((what) => what.startsWith('number'))) return verdict;
	const looks = asItLooks(mutant);
	const [again = []] = await heardByFfmpeg([looks], folder);
	return judged(mutant, judges, [...heardByW3c(looks), ...again]);
}

/** What ffmpeg hears in each file; undefined where it reads none of it. */
async function heardByFfmpeg(some: Mutant[], folder: string): Promise<Array<Heard[] | undefined>> {
	try {
		return await asked(some, folder);
	} catch {
		if (some.length === 1) return [undefined];
		const heard: Array<Heard[] | undefined> = [];
		for (const one of some) heard.push(...(await heardByFfmpeg([one], folder)));
		return heard;
	}
}

/** Throws when ffmpeg reads none of one of them. */
async function asked(some: Mutant[], folder: string): Promise<Heard[][]> {
	const inputs: string[] = [];
	const outputs: string[] = [];
	for (const [index, { format, text }] of some.entries()) {
		const type = format === 'srt' ? 'srt' : 'webvtt';
		writeFileSync(join(folder, `in${index}`), text);
		writeFileSync(join(folder, `out${index}`), '');
		inputs.push('-f', type, '-i', join(folder, `in${index}`));
		outputs.push('-map', `${index}:0`, '-c', 'copy', '-f', type, join(folder, `out${index}`));
	}
	await execute('ffmpeg', ['-v', 'quiet', '-y', ...inputs, ...outputs]);
	return some.map((_, index) => cuesIn(readFileSync(join(folder, `out${index}`), 'utf8')));
}

/** The cues of a file that ffmpeg wrote. */
function cuesIn(text: string): Heard[] {
	const blocks = text.replace(/^WEBVTT\n+/, '').split(/\n\n(?=\d+\n\d\d:|\d\d:\d\d)/);
	return blocks.flatMap((block) => {
		const found = TIMES.exec(block);
		if (found === null) return [];
		const [hours, minutes, seconds, part] = found.slice(1, 5).map((one) => Number(one ?? 0));
		const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
		return [{ start: whole * 1000 + Number(part), text: found[5] ?? '' }];
	});
}

const [, , given] = process.argv;
void main(given === undefined ? undefined : Number(given));
