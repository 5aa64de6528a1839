import { soundOfWav, WAV_START } from '../audio/wavRecording';
import { ByteReader } from '../audio/byteReader';

/** How long a WAV file plays, in seconds, by its header; the rest is not read. Undefined for any other file, and for one that cannot be read. */
export async function wavSeconds(file: File): Promise<number | undefined> {
	const reader = new ByteReader(file.stream());
	try {
		const head = (await reader.peek(12)).toString('latin1');
		if (!WAV_START.test(head)) return undefined;
		const { format, size } = await soundOfWav(reader);
		const perSecond = format.readUInt32LE(8);
		return perSecond > 0 ? Math.min(size, file.size - reader.position) / perSecond : undefined;
	} catch {
		return undefined;
	} finally {
		await reader.close();
	}
}
