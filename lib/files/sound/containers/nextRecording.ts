import { aacFrameAt } from './aac';
import type { ByteReader } from './byteReader';
import { findFrameRun } from './frameStream';
import { mp3FrameAt } from './mp3';
import { findContainerStart, peekTag } from './tags';

/** As many as a run of frames of the highest bit rates takes. */
const START_BYTES = 8192;

/** Whether another recording starts where the reader is; tags before it are skipped. */
export async function startsRecording(reader: ByteReader): Promise<boolean> {
	for (let tag = await peekTag(reader); tag !== undefined; tag = await peekTag(reader))
		await reader.skip(tag.bytes);
	return findRecordingStart(await reader.peek(START_BYTES)) === 0;
}

/** Where another recording starts in these bytes: its container, or frames in a row; undefined where none does. */
export function findRecordingStart(bytes: Buffer): number | undefined {
	const container = findContainerStart(bytes);
	const starts = [mp3FrameAt, aacFrameAt].map(
		(frameAt) => findFrameRun(bytes, frameAt) ?? Infinity,
	);
	const first = Math.min(...starts, container < 0 ? Infinity : container);
	return first === Infinity ? undefined : first;
}
