import { Unreadable } from './unreadable';

/** What is in a file that may be joined with others. */
export interface Survey {
	/** What has to be the same in all files, in words. */
	sound: string;
	/** What has to be the same in all files, in bytes. */
	format?: Buffer;
}

export type Files = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Reads one of the files again from its start. */
export type OpenFile = (index: number) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

/** How files become one. */
export interface Plan {
	/** The bytes of the joined file. Throws an Unjoinable when the files are not those that were looked at. */
	bytes(open: OpenFile): AsyncGenerator<Uint8Array>;
	/** How many bytes that are, where it is known before they are written. */
	size?: number;
}

/** Why files cannot be joined, as a sentence. */
export class Unjoinable extends Unreadable {}

/** What is in each of the files, which all hold the same kind of sound. Throws an Unjoinable otherwise. */
export async function surveyAll<S extends Survey>(
	files: Files,
	survey: (bytes: Buffer) => Promise<S>,
): Promise<[first: S, ...others: S[]]> {
	const surveys: S[] = [];
	for await (const bytes of files) {
		surveys.push(await survey(bytes).catch(inPart(surveys.length + 1)));
	}
	const [first, ...others] = surveys;
	if (first === undefined) throw new Unjoinable('There is nothing to join');
	const other = others.find(({ sound, format }) => {
		return sound !== first.sound || format?.compare(first.format ?? Buffer.alloc(0));
	});
	if (other === undefined) return [first, ...others];
	throw new Unjoinable(`The parts differ: ${first.sound}, and ${other.sound}`);
}

function inPart(part: number): (error: unknown) => never {
	return (error) => {
		throw error instanceof Unreadable ? new Unjoinable(`Part ${part} ${error.message}`) : error;
	};
}
