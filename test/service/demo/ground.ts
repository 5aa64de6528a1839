import { type Canvas, mix, type Point } from './canvas';
import type { Mood } from './mood';

type Ground = (canvas: Canvas, mood: Mood, random: () => number) => void;

const LAYERS = 4;
const LAYER_SHADES = 14;
const SEA_SHADES = 40;
const WATER =
	/\b(seas?|ocean|coast\w*|beach\w*|boats?|ships?|lighthouse|lakes?|islands?|waves?|rivers?|stream|harbou?r|water)\b/i;
const TOWN = /\b(city|cities|town|streets?|skyline|buildings?|towers?|office|urban|neon)\b/i;

/** What the text is set in. */
export function groundOf(text: string): Ground {
	if (WATER.test(text)) return drawWater;
	return TOWN.test(text) ? drawTown : drawHills;
}

/** Ridges one behind the other, each darker than the one behind it. */
export function drawHills(canvas: Canvas, mood: Mood, random: () => number): void {
	const from = 0.42;
	for (let layer = 0; layer < LAYERS; layer++) {
		const top = from + (0.9 - from) * (layer / LAYERS);
		const far = mix(mood.horizon, mood.land, (layer + 1) / LAYERS);
		const shade = canvas.gradient(
			mix(far, mood.horizon, 0.12),
			mix(far, mood.land, 0.55),
			LAYER_SHADES,
		);
		canvas.below(ridge(top, 0.15 - layer * 0.03, random), shade, top - 0.1);
	}
}

function ridge(top: number, rise: number, random: () => number): (x: number) => number {
	const waves = [1, 2.3, 5.1, 11].map((pace) => ({
		pace,
		phase: random() * 7,
		part: random() / pace,
	}));
	const most = waves.reduce((sum, { part }) => sum + part, 0);
	return (x) => {
		const height = waves.reduce((sum, { pace, phase, part }) => {
			return sum + part * (1 - Math.abs(Math.sin(x * pace * 2.2 + phase)));
		}, 0);
		return top - rise * (height / most);
	};
}

/** One far ridge, then water with light on it. */
function drawWater(canvas: Canvas, mood: Mood, random: () => number): void {
	const horizon = 0.6;
	const far = mix(mood.horizon, mood.land, 0.45);
	const shade = canvas.gradient(far, mix(far, mood.land, 0.3), LAYER_SHADES);
	canvas.below(ridge(horizon, 0.12, random), shade, horizon - 0.1);
	const deep = mix(mood.sky, mood.land, 0.55);
	canvas.below(
		() => horizon,
		canvas.gradient(mix(mood.horizon, mood.sky, 0.35), deep, SEA_SHADES),
		horizon,
	);
	const glint = canvas.colour(mix(mood.horizon, mood.light, 0.5));
	for (let count = 0; count < 46; count++) {
		const depth = random() ** 1.5;
		const [x, y] = [random(), horizon + 0.02 + depth * 0.36];
		const half = 0.01 + 0.05 * depth * random();
		canvas.polygon(
			[
				[x - half, y],
				[x, y - 0.0016],
				[x + half, y],
				[x, y + 0.0016],
			],
			glint,
		);
	}
}

/** Houses in three rows, with lit windows in the nearest two. */
function drawTown(canvas: Canvas, mood: Mood, random: () => number): void {
	const lit = canvas.colour(mix(mood.light, mood.accent, 0.15));
	for (let row = 0; row < 3; row++) {
		const wall = canvas.colour(mix(mood.horizon, mood.land, 0.4 + 0.28 * row));
		for (let x = -0.05 * random(); x < 1;) {
			const width = 0.06 + 0.07 * random();
			const top = 0.28 + 0.15 * row + 0.22 * random();
			canvas.box([x, top], [width, 1], wall);
			if (row > 0) drawWindows(canvas, [x, top], width, lit, random);
			x += width + 0.004;
		}
	}
}

function drawWindows(
	canvas: Canvas,
	[left, top]: Point,
	width: number,
	lit: number,
	random: () => number,
) {
	const step = width / 4;
	for (let y = top + 0.03; y < 0.96; y += 0.04) {
		for (let x = left + step * 0.7; x < left + width - step * 0.8; x += step) {
			if (random() > 0.45) continue;
			canvas.box([x, y], [step / 2, 0.018], lit);
		}
	}
}
