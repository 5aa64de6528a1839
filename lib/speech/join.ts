import { aac } from './aac';
import { mp3 } from './mp3';
import { pcm } from './pcm';
import { Unjoinable, type Joinable, type Survey } from './survey';
import { wav } from './wav';

/** By the extension of the file. FLAC and Ogg Opus are left out: each of their files counts its own samples or pages. */
const JOINABLE = new Map<string, Joinable>(Object.entries({ aac, mp3, pcm, wav }));

/** How files become one. */
export interface Plan {
	head: Uint8Array;
	slices: Array<Survey['slices']>;
	tail: Uint8Array;
	/** Size of the joined file in bytes. */
	size: number;
}

/**
 * How the files, read one after another, are joined without re-encoding them; by their extension, without a dot.
 * Throws an Unjoinable when the format cannot be joined, or the files differ.
 */
export async function joinPlan(
	extension: string,
	files: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Plan> {
	const joinable = JOINABLE.get(extension);
	if (joinable === undefined) {
		throw new Unjoinable(
			`Files of the type ${extension} cannot be joined without re-encoding them`,
		);
	}
	const surveys: Survey[] = [];
	for await (const bytes of files) surveys.push(surveyOf(joinable, bytes, surveys.length + 1));
	const [first] = surveys;
	if (first === undefined) throw new Unjoinable('There is nothing to join');
	const other = surveys.find(({ sound, format }) => {
		return sound !== first.sound || format?.compare(first.format ?? EMPTY);
	});
	if (other !== undefined) {
		throw new Unjoinable(`The parts differ: ${first.sound}, and ${other.sound}`);
	}
	const slices = surveys.map((survey) => survey.slices);
	const sound = slices.flat().reduce((sum, [start, end]) => sum + end - start, 0);
	const { head, tail } = joinable.frame?.(first, sound) ?? { head: EMPTY, tail: EMPTY };
	return { head, slices, tail, size: head.length + sound + tail.length };
}

const EMPTY = new Uint8Array();

function surveyOf(joinable: Joinable, bytes: Buffer, part: number): Survey {
	try {
		return joinable.survey(bytes);
	} catch (error) {
		throw error instanceof Unjoinable ? new Unjoinable(`Part ${part} ${error.message}`) : error;
	}
}

/** The bytes of the joined file; `open` reads one of the files again from its start. */
export async function* joinedBytes(
	{ head, slices, tail }: Plan,
	open: (index: number) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
	if (head.length > 0) yield head;
	for (const [index, wanted] of slices.entries()) yield* cutOut(await open(index), wanted);
	if (tail.length > 0) yield tail;
}

async function* cutOut(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	wanted: Survey['slices'],
): AsyncGenerator<Uint8Array> {
	let at = 0;
	for await (const chunk of chunks) {
		for (const [start, end] of wanted) {
			const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
			if (piece.length > 0) yield piece;
		}
		at += chunk.length;
	}
}
