import { type Canvas, mix, type Point } from './canvas';
import type { Mood } from './mood';

type Ink = 'dark' | 'accent' | 'light' | 'shade';
/** Corners in hundredths of its size, from the middle of the lower edge; or the middle and radius of a circle. */
type Part = readonly [ink: Ink, corners: string];

interface Thing {
	words: RegExp;
	/** As a share of the shorter side of the picture. */
	size: number;
	parts: readonly Part[];
}

/** What can stand in front. The first that a text names is drawn. */
const THINGS: readonly Thing[] = [
	{
		words: /\blighthouses?\b/i,
		size: 0.6,
		parts: [
			['dark', 'o 0,32 50'],
			['shade', '6,-86 130,-102 130,-66'],
			['light', '-9,0 9,0 5.5,-80 -5.5,-80'],
			['accent', '-8.6,-10 8.6,-10 8,-22 -8,-22'],
			['accent', '-7.4,-36 7.4,-36 6.9,-48 -6.9,-48'],
			['accent', '-6.3,-62 6.3,-62 5.8,-74 -5.8,-74'],
			['dark', '-7.5,-80 7.5,-80 7.5,-83 -7.5,-83'],
			['light', '-4.5,-83 4.5,-83 4.5,-92 -4.5,-92'],
			['accent', '-7,-92 7,-92 0,-102'],
		],
	},
	{
		words: /\b(boats?|ships?|sail\w*)\b/i,
		size: 0.5,
		parts: [
			['accent', '-40,-22 40,-22 28,0 -28,0'],
			['light', '1.5,-24 1.5,-95 36,-28'],
			['shade', '-2,-24 -2,-80 -28,-28'],
		],
	},
	{
		words: /\b(cats?|kittens?)\b/i,
		size: 0.5,
		parts: [
			['dark', '25,0 55,-2 66,-20 60,-34 53,-32 56,-20 50,-10 25,-10'],
			['dark', '-32,0 -30,-20 -17,-55 17,-55 30,-20 32,0'],
			['dark', 'o 0,-66 21'],
			['dark', '20,-68 19,-100 3,-83'],
			['dark', '-20,-68 -19,-100 -3,-83'],
			['accent', '-16,-50 16,-50 17,-45 -17,-45'],
		],
	},
	{
		words: /\b(houses?|homes?|cottages?|cabins?|rooms?|barns?)\b/i,
		size: 0.36,
		parts: [
			['light', '-50,0 50,0 50,-60 -50,-60'],
			['accent', '-60,-58 60,-58 0,-110'],
			['dark', '-10,0 10,0 10,-38 -10,-38'],
			['dark', '-36,-27 -19,-27 -19,-44 -36,-44'],
			['dark', '20,-27 37,-27 37,-44 20,-44'],
		],
	},
	{
		words: /\b(tea|coffee|cups?|mugs?)\b/i,
		size: 0.36,
		parts: [
			['light', '-62,0 62,0 50,-7 -50,-7'],
			['accent', '36,-62 62,-62 62,-28 33,-28 33,-36 54,-36 54,-54 36,-54'],
			['accent', '-42,-72 42,-72 29,-8 -29,-8'],
			['shade', '-12,-80 -8,-80 -2,-98 -8,-112 -12,-112 -6,-98'],
			['shade', '10,-80 14,-80 20,-98 14,-112 10,-112 16,-98'],
		],
	},
	{
		words: /\b(pears?|fruits?|apples?)\b/i,
		size: 0.4,
		parts: [
			['accent', 'o 0,-38 38'],
			['accent', 'o 0,-74 23'],
			['dark', '-2,-95 6,-116 10,-113 3,-93'],
		],
	},
];

const PINE =
	'-4,0 -4,-15 -30,-15 -13,-45 -22,-45 -8,-72 -15,-72 0,-110 15,-72 8,-72 22,-45 13,-45 30,-15 4,-15 4,0';
const PINES = 9;

/** Draws the thing that a text names, or else, where `wooded`, some trees. */
export function drawThing(
	canvas: Canvas,
	text: string,
	mood: Mood,
	{ random, wooded }: { random: () => number; wooded: boolean },
): void {
	const dark = mix(mood.land, { red: 12, green: 14, blue: 22 }, 0.6);
	const inks: Record<Ink, number> = {
		dark: canvas.colour(dark),
		accent: canvas.colour(mood.accent),
		light: canvas.colour(mood.light),
		shade: canvas.colour(mix(mood.horizon, mood.light, 0.55)),
	};
	const place: Point = [0.3 + 0.4 * random(), 0.93];
	const thing = THINGS.find(({ words }) => words.test(text));
	for (const [ink, corners] of thing?.parts ?? []) {
		canvas.shape(place, thing?.size ?? 0, corners, inks[ink]);
	}
	for (let count = thing || !wooded ? 0 : PINES; count > 0; count--) {
		canvas.shape([random(), 0.99], 0.14 + 0.16 * random(), PINE, inks.dark);
	}
}
