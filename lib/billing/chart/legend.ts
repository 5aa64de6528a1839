import { cut } from '../../core/cut';
import { INK_COLORS, PAGE_STYLE, type BoxMark, type TextMark } from './drawing';
import { fitTextCuttingMiddle, fitText, textWidth } from './typeface';

const LEGEND_FONT_SIZE = 28;
const SWATCH_SIZE = 24;
const SWATCH_GAP = 12;
const ENTRY_GAP = 34;
const LINE_HEIGHT = 42;
// The longest name is cut first: the widths are tried until the lines hold all entries.
const NAME_WIDTHS_TO_TRY = [Infinity, 700, 500, 400, 320, 250, 210];

/** Whole names may take so many lines. */
const MAX_UNCUT_LINES = 4;
/** Where names are cut, more than two lines, and cuts in the middle, are for names that would otherwise look the same. */
const LINE_COUNTS_TO_TRY = [2, 3, 4, 8];
const NAME_SHORTENERS = [fitText, fitTextCuttingMiddle];

interface LegendEntry {
	text: string;
	x: number;
	line: number;
	color: string;
	/** Whether it stands for a line and not for parts of bars. */
	isLine: boolean;
}

function legendEntries(
	{ names, colors }: LegendNames,
	maxNameWidth: number,
	shortenName: typeof fitText,
	room: number,
): LegendEntry[] {
	let [x, line] = [0, 0];
	return names.map((seriesName, index) => {
		const text = shortenName(
			'text',
			LEGEND_FONT_SIZE,
			seriesName,
			Math.min(maxNameWidth, room - SWATCH_SIZE - SWATCH_GAP),
		);
		const width = SWATCH_SIZE + SWATCH_GAP + textWidth('text', LEGEND_FONT_SIZE, text);
		if (x > 0 && x + width > room) [x, line] = [0, line + 1];
		const isLine = index >= colors.length;
		const color = colors[index] ?? INK_COLORS.strong;
		const entry = { text, x: Math.round(PAGE_STYLE.margin + x), line, color, isLine };
		x += width + ENTRY_GAP;
		return entry;
	});
}

interface LegendNames {
	names: string[];
	/** Of the names that stand for parts of bars, which are the first ones. */
	colors: string[];
}

const distinctNameCount = (flow: LegendEntry[]) => new Set(flow.map(({ text }) => text)).size;

const lineCount = (flow: LegendEntry[]) => (flow.at(-1)?.line ?? -1) + 1;

/** A colour and a name for each series, and one for a line across the bars, in lines from `top` downwards; `height` is what they take. */
export function legendLayout(
	{ series, colors, line }: { series: string[]; colors: string[]; line?: string },
	top: number,
	width: number,
): { marks: Array<BoxMark | TextMark>; height: number } {
	const room = width - 2 * PAGE_STYLE.margin;
	const names = line === undefined ? series : [...series, line];
	const all = { names, colors };
	const tries = NAME_SHORTENERS.map((cut) =>
		NAME_WIDTHS_TO_TRY.map((most) => legendEntries(all, most, cut, room)),
	);
	const isClear = (one: LegendEntry[]) => distinctNameCount(one) === new Set(names).size;
	const [[whole = []] = []] = tries;
	const fits =
		lineCount(whole) <= MAX_UNCUT_LINES && whole.every(({ text }, at) => text === names[at]);
	const unambiguousFlow = LINE_COUNTS_TO_TRY.flatMap((allowed) =>
		tries.map((tried) => tried.find((flow) => lineCount(flow) <= allowed)),
	).find((flow) => flow !== undefined && isClear(flow));
	const flow =
		(fits ? whole : unambiguousFlow) ??
		tries[0]?.find((one) => lineCount(one) <= 2) ??
		tries[0]?.at(-1) ??
		[];
	const marks = flow.flatMap(({ text, x, line: row, color, isLine }): Array<BoxMark | TextMark> => {
		const y = top + row * LINE_HEIGHT;
		const square = { x, y: y + 6, width: SWATCH_SIZE, height: SWATCH_SIZE, color };
		const dash = { x, y: y + 16, width: SWATCH_SIZE, height: 4, color };
		const name = {
			x: x + SWATCH_SIZE + SWATCH_GAP,
			y: y + 28,
			size: LEGEND_FONT_SIZE,
			color: INK_COLORS.strong,
			text,
		};
		return [
			isLine ? { kind: 'box', role: 'limit', ...dash } : { kind: 'box', role: 'swatch', ...square },
			{ kind: 'text', role: 'legend', anchor: 'start', face: 'text', ...name },
		];
	});
	return { marks, height: lineCount(flow) * LINE_HEIGHT };
}

const MAX_SERIES_NAME_LENGTH = 120;

/** The name of a series, cut to the length that a legend has room for. */
export function shortSeriesName(name: string): string {
	return name.length > MAX_SERIES_NAME_LENGTH
		? `${cut(name, MAX_SERIES_NAME_LENGTH - 1).text}…`
		: name;
}
