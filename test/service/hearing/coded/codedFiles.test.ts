import { join } from 'node:path';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import { recordingParts } from '../../../../lib/files/sound/recordingParts';
import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { vocabulary } from '../wavLecture';
import { earsFor } from '../ears';
import { m4aFormat, vorbisFormat, type CodedFormat } from './codedFiles';

const formats: Array<[name: string, format: () => Promise<CodedFormat>]> = [
	['M4A', async () => await m4aFormat(await vocabulary, join(__dirname, 'words.aac'))],
	['Ogg Vorbis', async () => await vorbisFormat(await vocabulary)],
];

async function partsOf(file: Buffer): Promise<Buffer[]> {
	const open = async () => [file];
	const recording = await openRecording(new ByteReader(await open(), open));
	const parts: Buffer[] = [];
	for await (const part of recordingParts(recording, { bytes: 25e6, seconds: 20 })) {
		parts.push(part.file);
	}
	return parts;
}

describe.each(formats)('speech in %s', (_name, format) => {
	it('is heard word by word in its parts, and no more of it than is in them', async () => {
		const { speak, fileOf, decode } = await format();
		const { text, packets } = speak(3, 250_000);
		const hear = earsFor(await vocabulary, { aac: decode, ogg: decode });
		const parts = await partsOf(fileOf({ text, packets }));
		expect(parts.length).toBeGreaterThan(1);
		const heard = await Promise.all(parts.map(hear));
		expect(heard.flatMap((words) => words?.map(({ word }) => word)).join(' ')).toBe(text);
		const [first] = text.split(' ');
		const [half] = await partsOf(fileOf({ text, packets: packets.slice(0, 8) }));
		expect((await hear(half ?? Buffer.alloc(0)))?.map(({ word }) => word)).not.toContain(first);
	});

	it('is not heard when a byte was changed', async () => {
		const { speak, fileOf, decode } = await format();
		const [part = Buffer.alloc(0)] = await partsOf(fileOf(speak(3, 50_000)));
		const middle = part.length >> 1;
		part.writeUInt8((part[middle] ?? 0) ^ 1, middle);
		await expect(decode(part)).rejects.toThrow(/damaged|changed|no frame/);
	});
});
