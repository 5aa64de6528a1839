import { surveyAll, type Files, type Plan, type Survey } from './survey';

type Slices = Array<[start: number, end: number]>;

/** A file whose sound goes into the joined one as it is. */
export interface SlicedSurvey extends Survey {
	/** Where the sound lies, as offsets of its first byte and of the one after its last. */
	slices: Slices;
}

/** A file format whose files can be strung together. */
export interface Sliceable {
	/** What is in a file; throws an Unreadable when it cannot be joined. */
	survey(bytes: Buffer): SlicedSurvey;
	/** What stands before the sound of `size` bytes, and after it; throws an Unreadable when that is too much for the format. */
	frame?(first: SlicedSurvey, size: number): { head: Uint8Array; tail: Uint8Array };
}

const EMPTY = new Uint8Array();

/** How files are joined whose sound is copied byte by byte. */
export function sliced({ survey, frame }: Sliceable): (files: Files) => Promise<Plan> {
	return async (files) => {
		const surveys = await surveyAll(files, async (bytes) => survey(bytes));
		const slices = surveys.map((one) => one.slices);
		const sound = slices.flat().reduce((sum, [start, end]) => sum + end - start, 0);
		const { head, tail } = frame?.(surveys[0], sound) ?? { head: EMPTY, tail: EMPTY };
		return {
			size: head.length + sound + tail.length,
			async *bytes(open) {
				if (head.length > 0) yield head;
				for (const [index, wanted] of slices.entries()) yield* cutOut(await open(index), wanted);
				if (tail.length > 0) yield tail;
			},
		};
	};
}

async function* cutOut(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	wanted: Slices,
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
