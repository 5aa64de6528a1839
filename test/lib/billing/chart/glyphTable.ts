import { readFileSync } from 'node:fs';
import { parse, type Font, type PathCommand } from 'opentype.js';

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic'];

/** Inclusive ranges of code points. */
type Ranges = Array<[number, number]>;

// ASCII, Latin-1, dashes and quotes, dots, minus, and the signs of money.
const ENGLISH: Ranges = [
	[0x20, 0x7e],
	[0xa1, 0xac],
	[0xae, 0xff],
	[0x2013, 0x2014],
	[0x2018, 0x201e],
	[0x2022, 0x2022],
	[0x2026, 0x2026],
	[0x20ac, 0x20ac],
	[0x2122, 0x2122],
	[0x2212, 0x2212],
];

const EUROPEAN: Ranges = [...ENGLISH, [0x100, 0x17f], [0x384, 0x3ce], [0x400, 0x45f]];

const WEIGHTS = {
	text: { weight: 500, ranges: EUROPEAN },
	title: { weight: 700, ranges: ENGLISH },
};

function subset(name: string, weight: number): Font {
	const path = `@fontsource/noto-sans/files/noto-sans-${name}-${weight}-normal.woff`;
	const bytes = readFileSync(require.resolve(path));
	return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Contours in font units, y up: absolute `M`, then lines and quadratic curves relative to the point before. */
function contours(commands: PathCommand[]): string {
	let [x, y] = [0, 0];
	return commands
		.map((command) => {
			if (command.type === 'Z') return '';
			if (command.type === 'C') throw new Error('A cubic curve in a TrueType font');
			const from = [x, y, x, y];
			[x, y] = [command.x, command.y];
			if (command.type === 'M') return `M${x} ${y}`;
			const points = command.type === 'Q' ? [command.x1, command.y1, x, y] : [x, y];
			const steps = points.map((value, index) => value - (from[index] ?? 0));
			if (steps.every((step) => step === 0)) return '';
			return `${command.type.toLowerCase()}${steps.join(' ').replaceAll(' -', '-')}`;
		})
		.join('');
}

function glyphs({ weight, ranges }: { weight: number; ranges: Ranges }): Record<string, string> {
	const fonts = SUBSETS.map((name) => subset(name, weight));
	const table: Record<string, string> = {};
	for (const [first, last] of ranges) {
		for (let code = first; code <= last; code++) {
			const character = String.fromCodePoint(code);
			const font = fonts.find((candidate) => candidate.charToGlyphIndex(character) > 0);
			const glyph = font?.charToGlyph(character);
			if (font?.unitsPerEm !== 1000 || glyph?.advanceWidth === undefined) continue;
			const { commands } = glyph.getPath(0, 0, font.unitsPerEm);
			const up = commands.map((command) => flipped(command));
			table[character] = `${glyph.advanceWidth}${contours(up)}`;
		}
	}
	return table;
}

function flipped(command: PathCommand): PathCommand {
	if (command.type === 'Z') return command;
	if (command.type === 'Q') return { ...command, y: -command.y || 0, y1: -command.y1 || 0 };
	return { ...command, y: -command.y || 0 };
}

/** The text of lib/billing/chart/glyphs.json: each character's advance width and outline in thousandths of an em. */
export function glyphTable(): string {
	const table = { text: glyphs(WEIGHTS.text), title: glyphs(WEIGHTS.title) };
	return `${JSON.stringify(table, undefined, '\t')}\n`;
}
