import type { Tone } from '../media/tone';

/** Of one look at the sound. */
const FRAME_SECONDS = 0.01;
/** As much below the loudest sound as silence is. */
const QUIET = 0.03;
/** Shorter silences than this are inside a word. */
const CLOSURE_SECONDS = 0.09;
const SHORTEST_SECONDS = 0.05;

/** A stretch of sound between two silences, and how it sounds over time. */
export interface Print {
	start: number;
	end: number;
	/** Loudness and pitch of each look; loudness is 1 at the loudest. */
	levels: number[];
	crossings: number[];
}

/** The stretches of sound in a recording. */
export function printsOf({ samples, sampleRate }: Tone): Print[] {
	const size = Math.round(sampleRate * FRAME_SECONDS);
	const looks = looksOf(samples, size);
	const loudest = loud(looks.levels);
	const prints: Print[] = [];
	let open: { from: number; to: number } | undefined;
	const close = () => {
		if (open === undefined) return;
		const { from, to } = open;
		open = undefined;
		if ((to - from) * FRAME_SECONDS < SHORTEST_SECONDS) return;
		const levels = Array.from(looks.levels.subarray(from, to));
		const most = Math.max(...levels);
		prints.push({
			start: from * FRAME_SECONDS,
			end: to * FRAME_SECONDS,
			levels: levels.map((level) => level / most),
			crossings: Array.from(looks.crossings.subarray(from, to)),
		});
	};
	for (const [at, level] of looks.levels.entries()) {
		if (level > loudest * QUIET) open = { from: open?.from ?? at, to: at + 1 };
		else if (open && (at - open.to) * FRAME_SECONDS > CLOSURE_SECONDS) close();
	}
	close();
	return prints;
}

/** How much two stretches differ: 0 for the same, more than 1 when they have nothing in common. */
export function difference(one: Print, other: Print): number {
	if (Math.abs(one.levels.length - other.levels.length) > 4) return Infinity;
	return Math.min(...[-2, -1, 0, 1, 2].map((shift) => shifted(one, other, shift)));
}

function shifted(one: Print, other: Print, shift: number): number {
	let sum = 0;
	const count = Math.max(one.levels.length, other.levels.length);
	for (let at = 0; at < count; at++) {
		const [a = 0, b = 0] = [one.levels[at], other.levels[at + shift]];
		const [c = 0, d = 0] = [one.crossings[at], other.crossings[at + shift]];
		sum += Math.abs(a - b) * 2 + Math.abs(c * a - d * b) * 2;
	}
	return sum / count;
}

function looksOf(samples: Int16Array, size: number) {
	const count = Math.floor(samples.length / size);
	const [levels, crossings] = [new Float32Array(count), new Float32Array(count)];
	for (let look = 0; look < count; look++) {
		let [sum, crossed, before] = [0, 0, 0];
		for (let at = look * size; at < (look + 1) * size; at++) {
			const sample = samples[at] ?? 0;
			sum += Math.abs(sample);
			if (sample >= 0 !== before >= 0) crossed++;
			before = sample;
		}
		levels[look] = sum / size;
		crossings[look] = crossed / size;
	}
	return { levels, crossings };
}

function loud(levels: Float32Array): number {
	return Float32Array.from(levels).sort()[Math.floor(levels.length * 0.95)] ?? 0;
}
