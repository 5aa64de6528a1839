import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../../../lib/files/sound/openRecording';
import { recordingParts } from '../../../lib/files/sound/recordingParts';
import { mergeTranscripts, type PartTranscript } from '../../../lib/speech/transcript';
import { ByteReader } from '../../../lib/files/sound/containers/byteReader';
import type { Ears } from '../../service/hearing/ears';
import type { SpokenWord } from '../../service/hearing/vocabulary';
import type { FormatCase } from './cases';
import { difference } from './difference';
import { encoded, writeSpeech } from './recordingFile';

const MINUTES = 4;
/** Coding blurs a shorter one; a pause to cut in is longer. */
const GAP_SECONDS = 0.14;
const PART = { bytes: 25_000_000, seconds: 30 };

/** Splits what a real encoder made, hears each part, and compares the joined transcript with what was said. */
export async function proveFormat(
	{ name, extension, encoder }: FormatCase,
	pauses: boolean,
	vocabulary: readonly SpokenWord[],
	ears: Ears,
) {
	const folder = mkdtempSync(join(tmpdir(), 'inference-format-'));
	try {
		const [wav, file] = [join(folder, 'speech.wav'), join(folder, `speech.${extension}`)];
		const speech = { seed: 2, seconds: MINUTES * 60, pauses, gapSeconds: GAP_SECONDS };
		const { words } = await writeSpeech(wav, vocabulary, speech);
		await encoded(wav, file, encoder);
		const heard = await heardIn(file, ears);
		const { text, unsureAt } = mergeTranscripts(heard);
		return {
			...{ format: name, minutes: MINUTES, cuts: pauses ? 'in pauses' : 'with overlap' },
			...{ parts: heard.length, words: words.length },
			...difference(words, text.split(' ')),
			unsure: unsureAt.length,
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function heardIn(file: string, ears: Ears): Promise<PartTranscript[]> {
	const open = async () => createReadStream(file);
	const recording = await openRecording(new ByteReader(await open(), open));
	const heard: PartTranscript[] = [];
	for await (const part of recordingParts(recording, PART)) {
		const words = (await ears(part.file)) ?? [];
		const { start, seconds, overlap } = part;
		heard.push({ start, seconds, overlap, text: words.map(({ word }) => word).join(' ') });
	}
	return heard;
}
