import '../faults/ownFolder';
import { readFileSync } from 'node:fs';
import { earsFor, type Ears } from '../../service/hearing/ears';
import { loadVocabulary, type SpokenWord } from '../../service/hearing/vocabulary';
import { startService } from '../../service/service';
import { writeResult } from '../result';
import { FORMATS, RECORDINGS } from './cases';
import { writeCodedWords } from './codedWords';
import { decode } from './decode';
import { proveFormat } from './formats';
import { proveJoined } from './joined';
import { prove } from './prove';
import { transcribeAndMeasure, type TranscriptionRun } from './run';

const RESULT = 'test/proofs/results/transcribe.json';
const WORDS = 12;
const MOST_GROWTH_MB = 100;

type Recording = Awaited<ReturnType<typeof prove>>[number];
type Format = Awaited<ReturnType<typeof proveFormat>>;
type Joined = Awaited<ReturnType<typeof proveJoined>>[number];

/** What pages read of each row. */
interface Result {
	recordings: ReturnType<typeof figuresOf>[];
	formats: Pick<Format, 'format' | 'cuts' | 'words' | 'lost' | 'added'>[];
	joined: Pick<Joined, 'format' | 'parts' | 'words' | 'lost' | 'added' | 'longerMs'>[];
}

/**
 * Plays what is named, or all: `npm run proof -- transcribe wav-pauses formats joined`. What is right goes to test/proofs/results/transcribe.json.
 * With `words` it only writes the coded words of the end-to-end run.
 */
async function main(wanted: string[]): Promise<void> {
	const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
	const vocabulary = await loadVocabulary(WORDS);
	if (wanted.includes('words')) return await writeCodedWords(vocabulary);
	const ears = earsFor(vocabulary, { aac: decode, ogg: decode, mp3: decode, flac: decode });
	if (isWanted('joined')) {
		const rows = await proveJoined(vocabulary, ears);
		const joined = rows.map(({ format, parts, words, lost, added, longerMs }) => {
			return { format, parts, words, lost, added, longerMs };
		});
		keep({ joined }, rows, isJoined);
	}
	if (isWanted('formats')) {
		const rows = await allFormats(vocabulary, ears);
		const formats = rows.map(({ format, cuts, words, lost, added }) => {
			return { format, cuts, words, lost, added };
		});
		keep({ formats }, rows, isSplit);
	}
	const service = await startService({
		ears,
		limits: { audio: 100_000 },
		balances: { usd: 10_000 },
	});
	try {
		for (const one of RECORDINGS.filter(({ name }) => isWanted(name))) {
			const rounds = await prove(one, service, vocabulary);
			const others = result().recordings.filter(({ name }) => name !== one.name);
			const recordings = [...others, figuresOf(one.name, rounds)];
			recordings.sort((a, b) => b.name.localeCompare(a.name));
			keep({ recordings }, rounds, isTranscribed);
		}
	} finally {
		await service.close();
	}
}

async function allFormats(vocabulary: readonly SpokenWord[], ears: Ears): Promise<Format[]> {
	const rows: Format[] = [];
	for (const one of FORMATS) {
		for (const pauses of [true, false]) {
			rows.push(await proveFormat(one, pauses, vocabulary, ears));
			process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
		}
	}
	return rows;
}

/** Of one recording, over all rounds. */
function figuresOf(name: string, rounds: Recording[]) {
	const sum = (part: 'lost' | 'added') =>
		rounds.reduce((total, { transcript }) => total + transcript[part], 0);
	const growthMb = Math.max(...rounds.map((round) => round.growthMb));
	return { name, hours: rounds[0]?.hours, lost: sum('lost'), added: sum('added'), growthMb };
}

function isTranscribed(row: Recording): boolean {
	const { transcript, subtitles, unsure, charges, parts, growthMb } = row;
	const wrong = transcript.lost + transcript.added + subtitles.lost + subtitles.added;
	const isPlain = wrong + unsure + subtitles.refused === 0;
	return isPlain && charges === parts && growthMb <= MOST_GROWTH_MB;
}

function isSplit({ lost, added, unsure }: Format): boolean {
	return lost + added + unsure === 0;
}

/** An encoder adds some milliseconds at the start and the end of each part, which Opus plays between two parts. */
function isJoined({ format, parts, lost, added, acceptedBy, longerMs, sameSamples }: Joined) {
	const isWhole = format === 'opus' ? longerMs <= parts * 30 : sameSamples && longerMs === 0;
	return lost + added === 0 && acceptedBy !== null && isWhole;
}

function result(): Result {
	return JSON.parse(readFileSync(RESULT, 'utf8')) as Result;
}

/** Puts the figures of rows that are all right in place of what was measured before. */
function keep<Row>(figures: Partial<Result>, rows: Row[], isRight: (row: Row) => boolean): void {
	process.stdout.write(`${JSON.stringify(rows, null, '\t')}\n`);
	if (!rows.every(isRight)) process.exitCode = 1;
	else writeResult('transcribe', { ...result(), ...figures });
}

const [, , first = '', ...others] = process.argv;
// With a description of a run this is the process that is measured.
if (first.startsWith('{')) {
	void transcribeAndMeasure(JSON.parse(first) as TranscriptionRun).then(() => process.exit());
} else void main([first, ...others].filter(Boolean));
