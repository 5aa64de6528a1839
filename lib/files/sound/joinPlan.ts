import { inTurns } from '../../core/clock';
import { ByteReader } from './containers/byteReader';
import { JOINABLE_FORMATS } from './openRecording';
import type { FrameUnit } from './containers/frameStream';
import {
	FileTotals,
	UnreadableSoundError,
	type Recording,
	type SoundUnit,
} from './containers/recording';

type FilesToJoin = AsyncIterable<Buffer> | Iterable<Buffer>;
type OpenRecording = (reader: ByteReader) => Promise<Recording>;

type ReopenFile = (index: number) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

export interface JoinPlan {
	/** The bytes of the joined file. Throws an Unjoinable when the files are not those that were looked at. */
	bytes(open: ReopenFile): AsyncGenerator<Uint8Array>;
}

/** Why files cannot be joined, as a sentence. */
export class UnjoinableError extends UnreadableSoundError {}

/** What is in a file: how many samples each unit has, and how many bytes. Nothing of it leads to the file, which would stay in memory. */
interface FileSurvey extends Pick<Recording, 'format' | 'smallest' | 'writer'> {
	sound: string;
	units: Array<{ samples: number; bytes: { length: number } }>;
	/** How many samples at the end are not played. */
	surplus: number;
}

/**
 * How the files, read one after another, are joined without re-encoding them; by their extension, without a dot.
 * Throws an Unjoinable when the format cannot be joined, or the files differ or are damaged.
 */
export async function planJoin(extension: string, files: FilesToJoin): Promise<JoinPlan> {
	const open = JOINABLE_FORMATS.get(extension);
	if (open === undefined) {
		throw new UnjoinableError(
			`Files of the type ${extension} cannot be joined without re-encoding them`,
		);
	}
	const surveys = await surveyFiles(files, open);
	const [first] = surveys;
	const tally = new FileTotals();
	for (const { units } of surveys) for (const unit of units) tally.addUnit(unit);
	const writer = first.writer({ ...tally.total, surplus: surveys.at(-1)?.surplus ?? 0 });
	return {
		async *bytes(openFile) {
			yield* writer.head;
			for (const [index, { units }] of surveys.entries()) {
				const reader = new ByteReader(await openFile(index));
				let count = 0;
				try {
					const reopened = await open(reader);
					for await (const unit of reopened.units) {
						if (count === units.length) break;
						if (unit.bytes.length !== units[count]?.bytes.length) break;
						yield* writer.add(unit);
						count++;
					}
				} finally {
					await reader.close();
				}
				if (count < units.length) throw new UnjoinableError('A part changed while it was joined');
			}
			yield* writer.end();
		},
	};
}

/** What is in each of the files, which all hold the same kind of sound. Throws an Unjoinable otherwise. */
async function surveyFiles(
	files: FilesToJoin,
	open: OpenRecording,
): Promise<[first: FileSurvey, ...others: FileSurvey[]]> {
	const surveys: FileSurvey[] = [];
	for await (const bytes of files) {
		const part = surveys.length + 1;
		surveys.push(await surveyFile(open, bytes).catch(rethrowForPart(part)));
	}
	const [first, ...others] = surveys;
	if (first === undefined) throw new UnjoinableError('There is nothing to join');
	const other = others.find(({ sound, format }) => {
		return sound !== first.sound || format?.compare(first.format ?? Buffer.alloc(0));
	});
	if (other !== undefined) {
		throw new UnjoinableError(`The parts differ: ${first.sound}, and ${other.sound}`);
	}
	for (const one of surveys) dropUnplayedUnits(one, one === surveys.at(-1));
	return [first, ...others];
}

async function surveyFile(open: OpenRecording, bytes: Buffer): Promise<FileSurvey> {
	const recording = await open(new ByteReader([bytes]));
	const units: FileSurvey['units'] = [];
	let first: SoundUnit | undefined;
	for await (const unit of inTurns(recording.units)) {
		first ??= unit;
		if (unit.sound !== first.sound) {
			throw new UnreadableSoundError(`changes from ${first.sound} to ${unit.sound}`);
		}
		units.push({ samples: unit.samples, bytes: { length: unit.bytes.length } });
	}
	if (first === undefined) throw new UnreadableSoundError('has no sound');
	if (((first as Partial<FrameUnit>).borrowed ?? 0) > 0) {
		throw new UnreadableSoundError('starts in the middle of a sound');
	}
	const [gap] = recording.gaps;
	if (gap !== undefined)
		throw new UnreadableSoundError(`is damaged after ${gap.start.toFixed(3)} seconds`);
	const { format, smallest } = recording;
	const writer = recording.writer.bind(undefined);
	return {
		...{ format, smallest, writer, sound: first.sound, units },
		surplus: recording.surplus?.() ?? 0,
	};
}

/** Without the units at the end that are not played, or too short to have others after them: in the middle of a file they would be heard. */
function dropUnplayedUnits(one: FileSurvey, isLast: boolean): void {
	const { units, smallest = 0 } = one;
	const isShort = (samples: number) => !isLast && samples < smallest;
	for (let last = units.at(-1); last !== undefined; last = units.at(-1)) {
		if (last.samples > one.surplus && !isShort(last.samples)) return;
		one.surplus = Math.max(0, one.surplus - last.samples);
		units.pop();
	}
}

function rethrowForPart(part: number): (error: unknown) => never {
	return (error) => {
		throw error instanceof UnreadableSoundError
			? new UnjoinableError(`Part ${part} ${error.message}`)
			: error;
	};
}
