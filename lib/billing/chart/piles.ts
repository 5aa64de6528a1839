import { amountLabel, yOf, type PlotArea } from './axis';
import { INK_COLORS, PAGE_STYLE, type BoxMark, type TextMark } from './drawing';
import { textWidth } from './typeface';

const TOTAL_FONT_SIZE = 26;

/** Any amount, however small beside the others, is at least this high, so that it does not look like none. */
const MIN_LAYER_HEIGHT = 3;

const LAYER_GAP = 2;

function layerExtent(
	layer: Layer,
	outermost: boolean,
	frame: PlotArea,
): Pick<BoxMark, 'y' | 'height'> {
	const [start, end] = [yOf(layer.from, frame), yOf(layer.to, frame)];
	const gap = !outermost && Math.abs(start - end) > 3 * LAYER_GAP ? LAYER_GAP : 0;
	const height = Math.abs(start - end) - gap;
	return { y: end < start ? end + gap : start, height };
}

/** What stands for a pile too low to be seen: its largest layer alone. */
function sliverExtent(layer: Layer, side: Layer[], frame: PlotArea): Pick<BoxMark, 'y' | 'height'> {
	const zero = yOf(0, frame);
	const largest = side.every(({ value }) => Math.abs(value) <= Math.abs(layer.value));
	const height = largest ? MIN_LAYER_HEIGHT : 0;
	return { y: layer.value > 0 ? zero - height : zero, height };
}

/** The boxes of one bar, one per layer; a line of background parts each from the one further out where there is room for it. */
export function pileBoxes(
	layers: Layer[],
	{ x, width }: Pick<BoxMark, 'x' | 'width'>,
	frame: PlotArea,
	colors: string[],
): BoxMark[] {
	return layers.map((layer) => {
		const side = layers.filter(({ value }) => value > 0 === layer.value > 0);
		const end = side.at(-1) ?? layer;
		const isVisible = Math.abs(yOf(end.to, frame) - yOf(0, frame)) >= MIN_LAYER_HEIGHT;
		const place = isVisible
			? layerExtent(layer, layer === end, frame)
			: sliverExtent(layer, side, frame);
		const color = colors[layer.series] ?? INK_COLORS.soft;
		return { kind: 'box', role: 'segment', x, width, ...place, color };
	});
}

function totalLabel(text: string, x: number, y: number): [BoxMark, TextMark] {
	const half = Math.ceil(textWidth('text', TOTAL_FONT_SIZE, text) / 2) + 4;
	const plate = { x: Math.round(x) - half, y: y - 22, width: 2 * half, height: 26 };
	const look = { face: 'text', size: TOTAL_FONT_SIZE, color: INK_COLORS.strong } as const;
	return [
		{ kind: 'box', role: 'plate', ...plate, color: PAGE_STYLE.background },
		{ kind: 'text', role: 'total', anchor: 'middle', x, y, text, ...look },
	];
}

function totalLabels(
	layers: Layer[],
	words: { total?: string; places?: number },
	x: number,
	frame: PlotArea,
): Array<[BoxMark, TextMark]> {
	const { least, greatest } = valueRange([layers]);
	const zero = yOf(0, frame);
	const above = Math.min(yOf(greatest, frame), zero - MIN_LAYER_HEIGHT) - 9;
	const text = (value: number) => amountLabel(value, words.places);
	const below = Math.max(yOf(least, frame), zero + MIN_LAYER_HEIGHT) + 28;
	return [
		...(greatest > 0 ? [totalLabel(words.total ?? text(greatest), x, above)] : []),
		...(least < 0 ? [totalLabel(text(least), x, below)] : []),
	];
}

/** The spend of each bar above it and its refunds below it, clear of the grid; none at all when one would not fit within its bar's band. */
export function pileTotals(
	piles: Layer[][],
	{ bars, places }: { bars: Array<{ total?: string }>; places?: number },
	{ centres, band }: { centres: number[]; band: number },
	frame: PlotArea,
): Array<BoxMark | TextMark> {
	const totals = piles.flatMap((layers, index) =>
		totalLabels(layers, { total: bars[index]?.total, places }, centres[index] ?? 0, frame),
	);
	const fits = totals.every(([{ width }]) => width <= band - 2);
	return fits ? totals.flat() : [];
}

/** One value of a bar on its way from `from` to `to`: upwards from zero when positive, downwards when negative. */
export interface Layer {
	series: number;
	value: number;
	from: number;
	to: number;
}

/** A number that can be drawn: what is missing, not finite or beyond all scales becomes zero. */
function drawableValue(value: number | undefined): number {
	const size = Math.abs(value ?? 0);
	return value !== undefined && size > 1e-100 && size < 1e100 ? value : 0;
}

/** The values of a bar, one per series, piled up: spend above zero and refunds below it. */
export function stackLayers(values: number[], seriesCount: number): Layer[] {
	const layers: Layer[] = [];
	let [above, below] = [0, 0];
	for (let index = 0; index < seriesCount; index++) {
		const value = drawableValue(values[index]);
		if (value === 0) continue;
		const from = value > 0 ? above : below;
		const to = from + value;
		if (value > 0) above = to;
		else below = to;
		layers.push({ series: index, value, from, to });
	}
	return layers;
}

/** The lowest and the highest point of all piles; zero is always between them. */
export function valueRange(piles: Layer[][]): { least: number; greatest: number } {
	let [least, greatest] = [0, 0];
	for (const { to } of piles.flat()) {
		least = Math.min(least, to);
		greatest = Math.max(greatest, to);
	}
	return { least, greatest };
}
