import { openRecording } from '../../../../lib/files/sound/openRecording';
import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import type { Decoder } from '../ears';
import { SAMPLE_RATE, type SpokenWord } from '../vocabulary';
import { packetsIn } from './packets';
import { wordList } from './wordList';

/** A speech in a coded form: what is said, and the packets of it in their order. */
export interface CodedSpeech {
	text: string;
	packets: CodedPacket[];
}

export interface CodedPacket {
	bytes: Buffer;
	samples: number;
}

/** The words of a vocabulary as a real encoder coded them. */
export interface CodedWords {
	/** Words in an order that is mixed by the seed, until they have as many bytes. */
	speak(seed: number, bytes: number): CodedSpeech;
	/** The samples that these packets were made of; a packet that is not one of them is refused. */
	decode: Decoder;
}

/**
 * Takes the recording of all words apart after it was coded. A word is silent at both ends, so that its packets can follow those of any other.
 * `delay` is how many samples an encoder puts before the sound.
 */
export async function codedWords(
	file: Buffer,
	vocabulary: readonly SpokenWord[],
	delay: number,
): Promise<CodedWords> {
	const { tone, clips } = wordList(vocabulary);
	const known = new Map<string, Int16Array>();
	const words = clips.map(({ text }) => ({ text, packets: new Array<CodedPacket>() }));
	const lengths = await lengthsOf(file);
	let at = -delay;
	for (const [index, bytes] of packetsIn(file).entries()) {
		const samples = lengths[index] ?? 0;
		known.set(bytes.toString('latin1'), soundAt(tone.samples, at, samples));
		const clip = clips.findIndex(({ from, to }) => at >= from && at < to);
		words[clip]?.packets.push({ bytes, samples });
		at += samples;
	}
	return {
		speak: (seed, bytes) => spoken(words, seed, bytes),
		decode: async (part) => decoded(part, known),
	};
}

/** How many samples each packet plays. */
async function lengthsOf(file: Buffer): Promise<number[]> {
	const { units } = await openRecording(new ByteReader([file]));
	const lengths: number[] = [];
	for await (const { seconds } of units) lengths.push(Math.round(seconds * SAMPLE_RATE));
	return lengths;
}

function soundAt(samples: Int16Array, at: number, length: number): Int16Array {
	const sound = new Int16Array(length);
	sound.set(samples.subarray(Math.max(0, at), Math.max(0, at + length)), Math.max(0, -at));
	return sound;
}

function spoken(words: readonly CodedSpeech[], seed: number, bytes: number): CodedSpeech {
	const [said, packets]: [string[], CodedPacket[]] = [[], []];
	let [state, size] = [seed, 0];
	while (size < bytes) {
		// Lehmer
		state = (state * 48_271) % 0x7fff_ffff;
		const { text = '', packets: own = [] } = words[(state >>> 3) % words.length] ?? {};
		said.push(text);
		packets.push(...own);
		size += own.reduce((sum, packet) => sum + packet.bytes.length, 0);
	}
	return { text: said.join(' '), packets };
}

function decoded(file: Buffer, known: ReadonlyMap<string, Int16Array>) {
	const pieces = packetsIn(file).map((packet) => {
		const sound = known.get(packet.toString('latin1'));
		if (sound === undefined) throw new Error('A packet was changed on its way');
		return sound;
	});
	const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		samples.set(piece, at);
		at += piece.length;
	}
	return { samples, sampleRate: SAMPLE_RATE };
}
