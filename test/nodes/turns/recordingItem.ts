import type { INodeExecutionData } from 'n8n-workflow';

import type { BinaryMode } from '../../engine/binaryStore';
import { storedRecording } from '../InferenceAudio/lectureFile';

/** A WAV file of so many bytes: a header and samples (16,000 a second, of 16 bits). */
function wavOf(bytes: number): Buffer {
	const file = Buffer.alloc(bytes, 'abcd1234');
	file.write('RIFF    WAVEfmt ');
	file.writeUInt32LE(bytes - 8, 4);
	for (const [at, value] of [
		[16, 16],
		[20, 0x10001],
		[24, 16_000],
		[28, 32_000],
		[32, 0x100002],
	])
		file.writeUInt32LE(Number(value), Number(at));
	file.write('data', 36);
	file.writeUInt32LE(bytes - 44, 40);
	return file;
}

/** An item with a recording of so many bytes, which n8n keeps in it or in its store. */
export async function recordingItems(
	bytes: number,
	mode: BinaryMode,
): Promise<INodeExecutionData[]> {
	const file = wavOf(bytes);
	if (mode === 'filesystem') return await storedRecording(file, 'a.wav', 'audio/wav');
	const data = { data: file.toString('base64'), mimeType: 'audio/wav', fileName: 'a.wav' };
	return [{ json: {}, binary: { data } }];
}
