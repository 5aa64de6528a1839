import { type Tone, toPcm } from './tone';

/** A RIFF file of 16-bit mono PCM. */
export function toWav(tone: Tone): Buffer {
	const data = toPcm(tone);
	const head = Buffer.alloc(44);
	head.write('RIFF', 0);
	head.writeUInt32LE(36 + data.length, 4);
	head.write('WAVEfmt ', 8);
	head.writeUInt32LE(16, 16);
	head.writeUInt16LE(1, 20);
	head.writeUInt16LE(1, 22);
	head.writeUInt32LE(tone.sampleRate, 24);
	head.writeUInt32LE(tone.sampleRate * 2, 28);
	head.writeUInt16LE(2, 32);
	head.writeUInt16LE(16, 34);
	head.write('data', 36);
	head.writeUInt32LE(data.length, 40);
	return Buffer.concat([head, data]);
}
