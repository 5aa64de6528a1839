import { createHash } from 'node:crypto';
import type { Size } from '../media/colour';
import type { Raster } from '../media/raster';
import { Canvas, mix, type Point } from './canvas';
import { type Mood, moodOf } from './mood';
import { drawHills, groundOf } from './ground';
import { drawThing } from './things';

const SKY_SHADES = 56;

/** A landscape that follows from a text: the same for the same text, in any size. */
export function scene(text: string, size: Size): Raster {
	return drawn(text, size).canvas;
}

/** Only what stands in front. */
export function cutOut(text: string, size: Size): Raster {
	const { canvas, behind } = drawn(text, size);
	return { ...canvas, clear: behind };
}

/** The drawing, and how many colours of it are behind the thing in front. */
function drawn(text: string, size: Size) {
	const canvas = new Canvas(size);
	const mood = moodOf(text);
	const random = randomOf(text);
	canvas.below(() => 0, canvas.gradient(mood.sky, mood.horizon, SKY_SHADES), -0.1);
	drawLights(canvas, mood, random);
	const ground = groundOf(text);
	ground(canvas, mood, random);
	const behind = canvas.palette.length;
	drawThing(canvas, text, mood, { random, wooded: ground === drawHills });
	return { canvas, behind };
}

/** Sun or moon with a halo, and stars at night. */
function drawLights(canvas: Canvas, mood: Mood, random: () => number): void {
	const place: Point = [0.15 + 0.7 * random(), 0.16 + 0.2 * random()];
	const star = canvas.colour(mix(mood.sky, mood.light, 0.8));
	for (let count = mood.night ? 90 : 0; count > 0; count--) {
		canvas.disc([random(), random() * 0.55], 0.0012 + 0.0018 * random(), star);
	}
	for (const [radius, share] of [
		[0.15, 0.12],
		[0.11, 0.28],
		[0.075, 1],
	] as const) {
		canvas.disc(
			place,
			radius,
			canvas.colour(mix(mix(mood.sky, mood.horizon, 0.3), mood.light, share)),
		);
	}
}

/** Numbers from 0 to 1 that follow from a text (mulberry32). */
function randomOf(text: string): () => number {
	let state = createHash('sha256').update(text).digest().readUInt32LE(4);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
