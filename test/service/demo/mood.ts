import { colourOf, type Colour } from '../media/colour';
import { mix } from './canvas';

/** The colours of a scene. */
export interface Mood {
	sky: Colour;
	horizon: Colour;
	land: Colour;
	light: Colour;
	/** Of the thing in front. */
	accent: Colour;
	night: boolean;
}

const hex = (value: number): Colour => ({
	red: value >> 16,
	green: (value >> 8) & 0xff,
	blue: value & 0xff,
});

const NAMED: Record<string, Colour> = {
	red: hex(0xd1344b),
	orange: hex(0xf08a3c),
	yellow: hex(0xf4cf52),
	gold: hex(0xe0b040),
	green: hex(0x4f9d5d),
	teal: hex(0x2f9c95),
	turquoise: hex(0x43bfb5),
	blue: hex(0x3d76c9),
	navy: hex(0x24386b),
	purple: hex(0x7d55b5),
	violet: hex(0x8a63c9),
	pink: hex(0xea86ac),
	brown: hex(0x8a5f41),
	black: hex(0x24262e),
	grey: hex(0x8b919c),
	gray: hex(0x8b919c),
	white: hex(0xf5f4ef),
	silver: hex(0xc3c9d1),
};

const TIMES: Array<[words: RegExp, mood: Omit<Mood, 'accent'>]> = [
	[
		/\b(night|midnight|moon\w*|stars?|starry|dark)\b/i,
		moodOfColours(0x131a3a, 0x44538c, 0x0e1430, 0xf3ecd2, true),
	],
	[
		/\b(sunset|sunrise|dusk|dawn|evening|morning|autumn|golden)\b/i,
		moodOfColours(0x5a4b8c, 0xf7b267, 0x3b2c4f, 0xfff0c2, false),
	],
	[
		/\b(storm\w*|rain\w*|fog\w*|mist\w*|cloud\w*)\b/i,
		moodOfColours(0x5d6f7e, 0xc7d0d3, 0x2c3b43, 0xeef1ee, false),
	],
	[
		/\b(snow\w*|winter|ice|icy|arctic)\b/i,
		moodOfColours(0x8fb6d8, 0xf0f4f7, 0x6d8aa5, 0xffffff, false),
	],
];

const DAY = moodOfColours(0x3f8fd2, 0xd8ecf2, 0x2d6a55, 0xfff7d6, false);

function moodOfColours(sky: number, horizon: number, land: number, light: number, night: boolean) {
	return { sky: hex(sky), horizon: hex(horizon), land: hex(land), light: hex(light), night };
}

/** Time of day and weather as the words say, tinted with the colours that they name, or else with one of their own. */
export function moodOf(text: string): Mood {
	const mood = TIMES.find(([words]) => words.test(text))?.[1] ?? DAY;
	const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
	const [first, second = first] = words.flatMap((word) => NAMED[word] ?? []);
	const own = mix(colourOf(text), mood.sky, 0.3);
	return {
		...mood,
		sky: mix(mood.sky, first ?? own, first ? 0.6 : 0.25),
		horizon: mix(mood.horizon, first ?? own, 0.15),
		land: mix(mood.land, second ?? own, second ? 0.4 : 0.2),
		accent: first ?? hex(0xd1344b),
	};
}
