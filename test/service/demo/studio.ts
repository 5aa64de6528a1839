import { createHash } from 'node:crypto';
import { silentAac } from '../media/aac';
import { toFlac } from '../media/flac';
import { silentMp3 } from '../media/mp3';
import { silentOpus } from '../media/opus';
import { pictureFile } from '../media/picture';
import type { Manner } from '../media/speech';
import type { Studio } from '../media/studio';
import { type Tone, toneFor, toPcm } from '../media/tone';
import { toWav } from '../media/wav';
import type { SpeechFormat } from '../schemas/speech';
import { loadMp3, type Mp3 } from './mp3';
import { cutOut, scene } from './scene';
import { toolPlan } from './toolPlan';
import { loadVoice, type Voice } from './voice';

const PREFACE = 'This is the local stand-in for the service, so no model was asked. ';
const CHARACTERS_PER_SECOND = 14;
/** Makes the synthesizer speak about as fast as that. */
const USUAL_STRETCH = 1.22;
const SHORTEST_SECONDS = 0.5;
/** How many files it remembers having made. */
const MOST_KNOWN = 500;

/** Pictures with something in them and speech that can be understood, for people who look on; each answer says that no model made it, but for pictures of the documentation. */
export async function demoStudio(preface = PREFACE): Promise<Studio> {
	const voice = await loadVoice();
	const mp3 = await loadMp3();
	const made = new Map<string, string>();
	const known = (file?: Buffer) => file && made.get(digestOf(file));
	const remembered = (file: Buffer, text: string) => {
		if (made.size >= MOST_KNOWN) made.clear();
		made.set(digestOf(file), text);
		return file;
	};
	return {
		preface,
		turn: (request) => toolPlan(request, preface),
		picture(format, size, text, source) {
			const whole = [known(source), text].filter(Boolean).join('. ');
			return remembered(pictureFile(format, scene(whole, size)), whole);
		},
		cutOut: (size, source) => pictureFile('png', cutOut(known(source) ?? 'a house', size)),
		still: (size, text) => scene(text, size),
		speech: (text, format, manner) =>
			remembered(encoded(say(text, manner, voice), format, mp3), text),
		heard: known,
	};
}

const digestOf = (file: Buffer) => createHash('sha256').update(file).digest('base64');

/** Without a synthesizer a tone, which lasts as long as the words would. */
function say(text: string, manner: Manner, voice?: Voice): Tone {
	const { speed, sampleRate, voice: name = '' } = manner;
	if (voice) return resampled(voice(text, name, USUAL_STRETCH / speed), sampleRate);
	const seconds = Math.max(SHORTEST_SECONDS, text.length / CHARACTERS_PER_SECOND / speed);
	return toneFor(text, seconds, sampleRate);
}

function encoded(tone: Tone, format: SpeechFormat, mp3?: Mp3): Buffer {
	const seconds = tone.samples.length / tone.sampleRate;
	switch (format) {
		case 'wav':
			return toWav(tone);
		case 'pcm':
			return toPcm(tone);
		case 'flac':
			return toFlac(tone);
		case 'mp3':
			return mp3?.(tone) ?? silentMp3(seconds);
		case 'aac':
			return silentAac(seconds);
		case 'opus':
			return silentOpus(seconds);
	}
}

/** Another sample rate, on straight lines between the samples. */
function resampled({ samples, sampleRate }: Tone, wanted: number): Tone {
	const pace = sampleRate / wanted;
	const out = new Int16Array(Math.floor(samples.length / pace));
	for (let at = 0; at < out.length; at++) {
		const place = at * pace;
		const before = samples[Math.floor(place)] ?? 0;
		const after = samples[Math.floor(place) + 1] ?? before;
		out[at] = before + (after - before) * (place % 1);
	}
	return { samples: out, sampleRate: wanted };
}
