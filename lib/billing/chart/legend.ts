import { cut } from '../../core/cut';
import { INK, PAGE, type Box, type Text } from './drawing';
import { fitMiddle, fitText, textWidth } from './typeface';

const SIZE = 28;
const SWATCH = 24;
const GAP = 12;
const BETWEEN = 34;
const LINE = 42;
// The longest name is cut first: the widths are tried until the lines hold all entries.
const WIDTHS = [Infinity, 700, 500, 400, 320, 250, 210];

/** Whole names may take so many lines. */
const MOST_WHOLE_LINES = 4;
/** Where names are cut, more than two lines, and cuts in the middle, are for names that would otherwise look the same. */
const LINES = [2, 3, 4, 8];
const CUTS = [fitText, fitMiddle];

interface Entry {
	text: string;
	x: number;
	line: number;
	color: string;
	/** Whether it stands for a line and not for parts of bars. */
	isLine: boolean;
}

function entries(
	{ names, colors }: Names,
	most: number,
	cut: typeof fitText,
	room: number,
): Entry[] {
	let [x, line] = [0, 0];
	return names.map((own, index) => {
		const text = cut('text', SIZE, own, Math.min(most, room - SWATCH - GAP));
		const width = SWATCH + GAP + textWidth('text', SIZE, text);
		if (x > 0 && x + width > room) [x, line] = [0, line + 1];
		const isLine = index >= colors.length;
		const color = colors[index] ?? INK.strong;
		const entry = { text, x: Math.round(PAGE.margin + x), line, color, isLine };
		x += width + BETWEEN;
		return entry;
	});
}

interface Names {
	names: string[];
	/** Of the names that stand for parts of bars, which are the first ones. */
	colors: string[];
}

const told = (flow: Entry[]) => new Set(flow.map(({ text }) => text)).size;

const lines = (flow: Entry[]) => (flow.at(-1)?.line ?? -1) + 1;

/** A colour and a name for each series, and one for a line across the bars, in lines from `top` downwards; `height` is what they take. */
export function legend(
	{ series, colors, line }: { series: string[]; colors: string[]; line?: string },
	top: number,
	width: number,
): { marks: Array<Box | Text>; height: number } {
	const room = width - 2 * PAGE.margin;
	const names = line === undefined ? series : [...series, line];
	const all = { names, colors };
	const tries = CUTS.map((cut) => WIDTHS.map((most) => entries(all, most, cut, room)));
	const isClear = (one: Entry[]) => told(one) === new Set(names).size;
	const [[whole = []] = []] = tries;
	const fits =
		lines(whole) <= MOST_WHOLE_LINES && whole.every(({ text }, at) => text === names[at]);
	const clear = LINES.flatMap((allowed) =>
		tries.map((tried) => tried.find((flow) => lines(flow) <= allowed)),
	).find((flow) => flow !== undefined && isClear(flow));
	const flow =
		(fits ? whole : clear) ?? tries[0]?.find((one) => lines(one) <= 2) ?? tries[0]?.at(-1) ?? [];
	const marks = flow.flatMap(({ text, x, line: row, color, isLine }): Array<Box | Text> => {
		const y = top + row * LINE;
		const square = { x, y: y + 6, width: SWATCH, height: SWATCH, color };
		const dash = { x, y: y + 16, width: SWATCH, height: 4, color };
		const name = { x: x + SWATCH + GAP, y: y + 28, size: SIZE, color: INK.strong, text };
		return [
			isLine ? { kind: 'box', role: 'limit', ...dash } : { kind: 'box', role: 'swatch', ...square },
			{ kind: 'text', role: 'legend', anchor: 'start', face: 'text', ...name },
		];
	});
	return { marks, height: lines(flow) * LINE };
}

const LONGEST_NAME = 120;

/** The name of a series, cut to the length that a legend has room for. */
export function shortName(name: string): string {
	return name.length > LONGEST_NAME ? `${cut(name, LONGEST_NAME - 1).text}…` : name;
}
