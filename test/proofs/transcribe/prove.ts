import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SpokenWord } from '../../service/hearing/vocabulary';
import type { LocalService } from '../../service/service';
import type { RecordingCase } from './cases';
import { difference } from './difference';
import { writeSpeech, type Reference } from './recordingFile';
import type { TranscriptionFacts, TranscriptionRun } from './run';
import { parsedSubtitles, type ParsedSubtitles } from './subtitles';

const execute = promisify(execFile);
const PARTS_AT_ONCE = 3;
/** When V8 collects differs from run to run, and memory with it. */
const ROUNDS = 3;

/** Transcribes one recording several times, and compares each transcript with what was said. */
export async function prove(
	one: RecordingCase,
	service: LocalService,
	vocabulary: readonly SpokenWord[],
) {
	const folder = mkdtempSync(join(tmpdir(), 'inference-transcribe-'));
	const made = async (name: string, hours: number, seed: number) => {
		const file = join(folder, `${name}.wav`);
		const speech = { seed, seconds: hours * 3600, pauses: one.pauses };
		return { file, said: await writeSpeech(file, vocabulary, speech) };
	};
	try {
		const { file, said } = await made('long', one.hours, 1);
		const short = await made('short', one.shortHours, 3);
		const output = join(folder, 'transcript');
		const rows = [];
		for (let round = 1; round <= ROUNDS; round++) {
			service.reset();
			const run: TranscriptionRun = {
				...{ url: service.url, apiKey: service.keys.user, shortFile: short.file, file, output },
				...{ format: one.subtitles, partsAtOnce: PARTS_AT_ONCE },
			};
			const charges = await chargesOf(service, run);
			const facts = JSON.parse(readFileSync(`${output}.json`, 'utf8')) as TranscriptionFacts;
			const subtitles = readFileSync(`${output}.${one.subtitles}`, 'utf8');
			const bytes = statSync(file).size;
			const shown = parsedSubtitles(subtitles, one.subtitles);
			rows.push({ ...row(one, said, facts, shown), bytes, charges });
			process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
		}
		return rows;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** How often the long recording was charged: once for each part. */
async function chargesOf(service: LocalService, run: TranscriptionRun): Promise<number> {
	const [, script = ''] = process.argv;
	await execute(process.execPath, ['--expose-gc', script, JSON.stringify(run)], {
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
	const names = service.requests('/audio/transcriptions').map(({ files }) => files[0]?.fileName);
	const start = names.lastIndexOf(names.find((name) => name?.startsWith('part-1.')));
	return service.ledger.length - start;
}

function row(
	{ name, hours, pauses, subtitles: format }: RecordingCase,
	said: Reference,
	facts: TranscriptionFacts,
	{ errors, cues }: ParsedSubtitles,
) {
	const shown = cues.flatMap(({ words }) => words);
	return {
		...{ name, hours, cuts: pauses ? 'in pauses' : 'with overlap' },
		...{ parts: facts.parts, words: said.words.length },
		transcript: difference(said.words, facts.text.split(' ')),
		unsure: facts.unsureAt?.length ?? 0,
		subtitles: { format, cues: cues.length, refused: errors, ...difference(said.words, shown) },
		latestMs: latest(said, cues),
		secondsMissing: Math.round((said.seconds - facts.duration) * 1000) / 1000,
		...{ idleMb: facts.idleMb, peakMb: facts.peakMb, growthMb: facts.peakMb - facts.idleMb },
		seconds: facts.seconds,
	};
}

/** By how much the start of a cue differs most from when its first word is said, in milliseconds. */
function latest({ starts }: Reference, cues: ParsedSubtitles['cues']): number {
	let [passed, most] = [0, 0];
	for (const { start, words } of cues) {
		most = Math.max(most, Math.abs(start - (starts[passed] ?? Infinity)));
		passed += words.length;
	}
	return Math.round(most * 1000);
}
