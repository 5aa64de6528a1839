import { loadVoice } from '../demo/voice';
import { difference, type Print, printsOf } from './prints';

/** A word, how it sounds and by what it is known. */
export interface SpokenWord {
	text: string;
	samples: Int16Array;
	print: Print;
}

export const SAMPLE_RATE = 16_000;
const EDGE_SECONDS = 0.02;
/** Words that are more alike cannot be told apart. */
const UNLIKE = 0.3;

const WORDS =
	'morning window garden river mountain teacher doctor kitchen letter number paper silver yellow purple orange winter summer ocean island forest bridge station market village castle engine railway journey holiday weather thunder shadow mirror candle blanket pillow basket bottle button jacket finger shoulder monkey tiger rabbit chicken turtle dolphin eagle falcon salmon hammer ladder shovel wagon rocket planet comet crystal diamond emerald feather flower meadow valley harbour anchor captain sailor soldier farmer baker painter singer dancer lawyer banker miner hunter fisher'.split(
		' ',
	);

/** Words of the synthesizer that can be told apart, at most as many as wanted. */
export async function loadVocabulary(wanted: number): Promise<SpokenWord[]> {
	const voice = await loadVoice();
	if (voice === undefined) throw new Error('The synthesizer is not installed');
	const found: SpokenWord[] = [];
	for (const text of WORDS) {
		if (found.length === wanted) break;
		const tone = voice(text, 'rms', 1);
		if (tone.sampleRate !== SAMPLE_RATE) throw new Error(`A voice of ${tone.sampleRate} Hz`);
		const [print, ...others] = printsOf(tone);
		if (print === undefined || others.length > 0) continue;
		if (found.some((other) => difference(other.print, print) < UNLIKE)) continue;
		const edge = (seconds: number) => Math.max(0, Math.round(seconds * SAMPLE_RATE));
		const samples = tone.samples.slice(
			edge(print.start - EDGE_SECONDS),
			edge(print.end + EDGE_SECONDS),
		);
		found.push({ text, samples, print });
	}
	return found;
}
