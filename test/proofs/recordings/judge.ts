import type { INodeExecutionData } from 'n8n-workflow';
import type { HeardWord } from '../../service/hearing/recognizer';
import { heardIn } from './signal';
import type { Sample } from './corpus';
import { run } from './tools';

export interface Verdict {
	verdict: 'transcribed' | 'named as a gap' | 'refused' | 'lost';
	/** Seconds of the signal that are in no transcript and in no gap. */
	lost: number;
	/** Seconds that were changed in place, and that ffmpeg does not make audible either. */
	blurred: number;
	/** By how much the times in the transcript differ at most from ffmpeg's, and the durations, in seconds. */
	offBy: number | null;
	durationOffBy: number | null;
	why?: string;
}

interface Transcript {
	text: string;
	duration?: number;
	/** Not there where the service took the whole file, and said how long it is. */
	parts?: number;
	gaps?: Array<{ start: number; end: number | null; place?: 'unknown' }>;
	timestamps?: { word?: HeardWord[] };
}

const NEAR = 1.5;

/** What became of each second of a recording: it is heard, in a gap, or the recording was refused. ffmpeg says what can be heard. */
export async function judged(
	sample: Sample,
	{ item, error }: { item?: INodeExecutionData; error?: string },
): Promise<Verdict> {
	if (item === undefined) {
		return {
			verdict: 'refused',
			lost: 0,
			blurred: 0,
			offBy: null,
			durationOffBy: null,
			why: error,
		};
	}
	const { text, duration, parts, gaps = [], timestamps } = item.json as unknown as Transcript;
	const heard = timestamps?.word ?? [];
	const audible = await (sample.inTurn === undefined
		? heardIn(sample.file, ...(sample.input ?? []))
		: heardInTurn(sample.inTurn));
	const isNamed = (from: number, to: number) =>
		gaps.some(
			({ start, end, place }) => !place && start <= to + NEAR && (end ?? Infinity) >= from - NEAR,
		);
	const wanted = sample.seconds.map((second) => `n${second % 256}`);
	const own = aligned(wanted, heard);
	const reference = aligned(wanted, audible);
	const both = own.flatMap(({ found }, index) => {
		const other = reference[index]?.found;
		return found && other ? [Math.abs(found.start - other.start)] : [];
	});
	const unnamed = [...own.entries()].filter(
		([, { found, from, to }]) => !found && !isNamed(from, to),
	);
	// A gap whose place is not known accounts for as many seconds as it has, wherever they are.
	const placeless = gaps
		.filter(({ place }) => place === 'unknown')
		.reduce((sum, { start, end }) => sum + (end ?? start) - start, 0);
	const silent = unnamed.slice(Math.ceil(placeless));
	// What was changed in place is part of the file, and ffmpeg plays what it makes of it.
	const isBlurred = (index: number) => sample.isInside === true && !reference[index]?.found;
	const blurred = silent.filter(([index]) => isBlurred(index)).length;
	const ends = await durationOf(sample, gaps);
	const nearest = Math.min(...ends.map((one) => Math.abs(one - (duration ?? Infinity))));
	const isWhole = text === heard.map(({ word }) => word).join(' ');
	const missing = silent.length - blurred + (isWhole ? 0 : 1);
	if (missing > 0) {
		const where = silent.map(([index, { from, to }]) => `${wanted[index]} ${from}-${to}`);
		process.stderr.write(`${JSON.stringify({ where, isWhole, gaps })}\n`);
	}
	return {
		verdict: missing > 0 ? 'lost' : gaps.length > 0 ? 'named as a gap' : 'transcribed',
		...{ lost: missing, blurred },
		// Where bytes are missing, some formats do not say how long that was: then ffmpeg goes on at once.
		offBy: gaps.length > 0 ? null : rounded(Math.max(0, ...both)),
		durationOffBy: parts === undefined ? null : rounded(nearest),
	};
}

/** Of recordings in turn, ffmpeg gives the second the times of its own pages: what it hears in one is heard again after it. */
async function heardInTurn({ file, times }: NonNullable<Sample['inTurn']>): Promise<HeardWord[]> {
	const [words, length] = [await heardIn(file), Number(await probed(file, [], 'format=duration'))];
	return Array.from({ length: times }, (_, turn) =>
		words.map((word) => ({
			...word,
			start: word.start + turn * length,
			end: word.end + turn * length,
		})),
	).flat();
}

/** Each wanted word with the one that is heard, in their order; where there is none, the times between which it should be. */
function aligned(wanted: string[], heard: HeardWord[]) {
	const found: Array<HeardWord | undefined> = [];
	let next = 0;
	for (const word of wanted) {
		const at = heard.findIndex(
			(one, index) => index >= next && index < next + AHEAD && one.word === word,
		);
		found.push(heard[at]);
		if (at >= 0) next = at + 1;
	}
	return found.map((one, index) => ({
		found: one,
		from: one?.start ?? found.slice(0, index).findLast(Boolean)?.end ?? 0,
		to: one?.end ?? found.slice(index).find(Boolean)?.start ?? Infinity,
	}));
}

/** Damage makes some words unlike all others, which are then passed over. */
const AHEAD = 12;

/** How long ffprobe says that the file is, by its header and by its packets, and that it was before bytes of it were changed in place. */
async function durationOf(
	{ file, before, input = [], inTurn }: Sample,
	gaps: NonNullable<Transcript['gaps']>,
): Promise<number[]> {
	const header = Number(await probed(file, input, 'format=duration'));
	const { first, last } = await packetsOf(file, input);
	// Where a format has no times, ffmpeg goes on at once after what it cannot read.
	const skipped = gaps.reduce((sum, { start, end }) => sum + (end ?? start) - start, 0);
	const ends = [header, last, last - first, last + skipped];
	if (inTurn !== undefined)
		ends.push(inTurn.times * Number(await probed(inTurn.file, [], 'format=duration')));
	if (before !== undefined) ends.push((await packetsOf(before, input)).last);
	// A file that was written while it was recorded does not say how long it is.
	return ends.filter(Number.isFinite);
}

async function packetsOf(file: string, input: string[]): Promise<{ first: number; last: number }> {
	const packets = await probed(file, ['-select_streams', 'a', ...input], PACKET);
	const times = packets
		.trim()
		.split('\n')
		.map((line) => line.split(',').map(Number));
	const ends = times.map(([start = 0, length = 0]) => start + (length || 0));
	return { first: times[0]?.[0] ?? 0, last: Math.max(...ends.filter(Number.isFinite)) };
}

const PACKET = 'packet=pts_time,duration_time';

async function probed(file: string, input: string[], entries: string): Promise<string> {
	const options = ['-v', 'quiet', ...input, '-show_entries', entries, '-of', 'csv=p=0', file];
	return (await run('ffprobe', ...options)).toString();
}

function rounded(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
