import { amountLabel, level, type PlotArea } from './axis';
import { INK, PAGE, type Box, type Text } from './drawing';
import type { StackedBars } from './stackedBars';
import { reach, type Layer } from './stacks';
import { textWidth } from './typeface';

const SIZE = 26;

/** Any amount, however small beside the others, is at least this high, so that it does not look like none. */
const LEAST_HEIGHT = 3;

const LINE_BETWEEN = 2;

function box(layer: Layer, outermost: boolean, frame: PlotArea): Pick<Box, 'y' | 'height'> {
	const [start, end] = [level(layer.from, frame), level(layer.to, frame)];
	const parted = !outermost && Math.abs(start - end) > 3 * LINE_BETWEEN ? LINE_BETWEEN : 0;
	const height = Math.abs(start - end) - parted;
	return { y: end < start ? end + parted : start, height };
}

/** What stands for a pile too low to be seen: its largest layer alone. */
function sliver(layer: Layer, side: Layer[], frame: PlotArea): Pick<Box, 'y' | 'height'> {
	const zero = level(0, frame);
	const largest = side.every(({ value }) => Math.abs(value) <= Math.abs(layer.value));
	const height = largest ? LEAST_HEIGHT : 0;
	return { y: layer.value > 0 ? zero - height : zero, height };
}

/** The boxes of one bar, one per layer; a line of background parts each from the one further out where there is room for it. */
export function pileBoxes(
	layers: Layer[],
	{ x, width }: Pick<Box, 'x' | 'width'>,
	frame: PlotArea,
	colors: string[],
): Box[] {
	return layers.map((layer) => {
		const side = layers.filter(({ value }) => value > 0 === layer.value > 0);
		const end = side.at(-1) ?? layer;
		const seen = Math.abs(level(end.to, frame) - level(0, frame)) >= LEAST_HEIGHT;
		const place = seen ? box(layer, layer === end, frame) : sliver(layer, side, frame);
		const color = colors[layer.series] ?? INK.soft;
		return { kind: 'box', role: 'segment', x, width, ...place, color };
	});
}

function written(text: string, x: number, y: number): [Box, Text] {
	const half = Math.ceil(textWidth('text', SIZE, text) / 2) + 4;
	const plate = { x: Math.round(x) - half, y: y - 22, width: 2 * half, height: 26 };
	const look = { face: 'text', size: SIZE, color: INK.strong } as const;
	return [
		{ kind: 'box', role: 'plate', ...plate, color: PAGE.background },
		{ kind: 'text', role: 'total', anchor: 'middle', x, y, text, ...look },
	];
}

function ends(
	layers: Layer[],
	words: { total?: string; places?: number },
	x: number,
	frame: PlotArea,
): Array<[Box, Text]> {
	const { least, greatest } = reach([layers]);
	const zero = level(0, frame);
	const above = Math.min(level(greatest, frame), zero - LEAST_HEIGHT) - 9;
	const text = (value: number) => amountLabel(value, words.places);
	const below = Math.max(level(least, frame), zero + LEAST_HEIGHT) + 28;
	return [
		...(greatest > 0 ? [written(words.total ?? text(greatest), x, above)] : []),
		...(least < 0 ? [written(text(least), x, below)] : []),
	];
}

/** The spend of each bar above it and its refunds below it, clear of the grid; none at all when one would not fit within its bar's band. */
export function pileTotals(
	piles: Layer[][],
	{ bars, places }: Pick<StackedBars, 'bars' | 'places'>,
	{ centres, band }: { centres: number[]; band: number },
	frame: PlotArea,
): Array<Box | Text> {
	const totals = piles.flatMap((layers, index) =>
		ends(layers, { total: bars[index]?.total, places }, centres[index] ?? 0, frame),
	);
	const fits = totals.every(([{ width }]) => width <= band - 2);
	return fits ? totals.flat() : [];
}
