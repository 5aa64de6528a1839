import { amountLabel, niceTicks, tickLabels, yOf, type PlotArea } from './axis';
import {
	INK_COLORS,
	PAGE_STYLE,
	CHAT_PICTURE_FORMAT,
	seriesColor,
	type BoxMark,
	type Drawing,
	type Mark,
	type DrawingFormat,
	type TextMark,
} from './drawing';
import { legendLayout, shortSeriesName } from './legend';
import { pileBoxes, pileTotals, valueRange, stackLayers, type Layer } from './piles';
import { fitText, textWidth } from './typeface';

/** A chart of bars, each a pile of one value per series in the order of `series`; refunds are negative and hang below zero. */
export interface StackedBars {
	title: string;
	subtitle?: string;
	/** Of the values, as it stands at the axis: USD. */
	unit: string;
	series: string[];
	/** Of each series, as #rrggbb; by their places where left out. */
	colors?: string[];
	/** With how many places amounts are written; in three digits that count where left out. */
	places?: number;
	/** Each with its total as it is written elsewhere, where it is. */
	bars: Array<{ label: string; short?: string; values: number[]; total?: string }>;
	/** A line across the bars. */
	limit?: { name: string; value: number };
}

const TICK_FONT_SIZE = 28;
const MAX_AXIS_STEPS = 5;
const MAX_BAR_WIDTH = 150;

function headingLayout(
	{ title, subtitle }: StackedBars,
	sheet: DrawingFormat,
): { marks: TextMark[]; bottom: number } {
	if (!sheet.heading) return { marks: [], bottom: 8 };
	const room = contentWidth(sheet);
	const place = { kind: 'text', anchor: 'start', x: PAGE_STYLE.margin } as const;
	const large = { face: 'title', size: 44, color: INK_COLORS.strong } as const;
	const small = { face: 'text', size: 30, color: INK_COLORS.soft } as const;
	const first = fitText('title', large.size, title, room);
	const marks: TextMark[] = [{ ...place, role: 'title', y: 72, text: first, ...large }];
	if (!subtitle) return { marks, bottom: 96 };
	const second = fitText('text', small.size, subtitle, room);
	marks.push({ ...place, role: 'subtitle', y: 118, text: second, ...small });
	return { marks, bottom: 138 };
}

const contentWidth = ({ width }: DrawingFormat) => width - 2 * PAGE_STYLE.margin;

function gridLine(tick: number, frame: PlotArea): BoxMark {
	const role = tick === 0 ? 'zero' : 'grid';
	const place = { x: frame.left, y: yOf(tick, frame) - 1, height: 2 };
	return { kind: 'box', role, ...place, width: frame.right - frame.left, color: INK_COLORS[role] };
}

function axisMarks(
	chart: StackedBars,
	ticks: number[],
	texts: string[],
	frame: PlotArea,
): TextMark[] {
	const look = { face: 'text', size: TICK_FONT_SIZE, color: INK_COLORS.soft } as const;
	const unit = fitText('text', TICK_FONT_SIZE, chart.unit, frame.right - PAGE_STYLE.margin);
	const top = { x: PAGE_STYLE.margin, y: frame.top - 32, text: unit };
	return [
		{ kind: 'text', role: 'unit', anchor: 'start', ...top, ...look },
		...ticks.map((tick, index): TextMark => {
			const place = { x: frame.left - 16, y: yOf(tick, frame) + 10, text: texts[index] ?? '' };
			return { kind: 'text', role: 'tick', anchor: 'end', ...place, ...look };
		}),
	];
}

export function seriesColorsOf({ series, colors = [] }: StackedBars): string[] {
	return series.map((_, index) => colors[index] ?? seriesColor(index));
}

function barMarks(
	chart: StackedBars,
	piles: Layer[][],
	frame: PlotArea,
	sheet: DrawingFormat,
): Mark[][] {
	const colors = seriesColorsOf(chart);
	const band = (frame.right - frame.left) / Math.max(1, piles.length);
	const width = Math.max(1, Math.round(Math.min(band * 0.7, MAX_BAR_WIDTH)));
	const starts = piles.map((_, index) => Math.round(frame.left + band * (index + 0.5) - width / 2));
	const centres = starts.map((start) => start + width / 2);
	const boxes = piles.flatMap((layers, bar) =>
		pileBoxes(layers, { x: starts[bar] ?? 0, width }, frame, colors).map((box, index): BoxMark => {
			const { series = 0, value = 0 } = layers[index] ?? {};
			const names = `${shortSeriesName(chart.series[series] ?? '')}, ${chart.bars[bar]?.label}`;
			return { ...box, about: `${names}: ${amountLabel(value, chart.places)} ${chart.unit}` };
		}),
	);
	const texts = barLabels(chart.bars, centres, { width: sheet.width, y: sheet.height - 24 });
	return [boxes, [...pileTotals(piles, chart, { centres, band }, frame), ...texts]];
}

function limitLine({ limit, places, unit }: StackedBars, frame: PlotArea): BoxMark[] {
	if (limit === undefined) return [];
	const place = { x: frame.left, y: yOf(limit.value, frame) - 2, height: 4 };
	const look = { width: frame.right - frame.left, color: INK_COLORS.strong };
	const about = `${limit.name}: ${amountLabel(limit.value, places)} ${unit}`;
	return [{ kind: 'box', role: 'limit', ...place, ...look, about }];
}

/** Where everything of a chart stands, in pixels of the drawing: title, legend, axis with round ticks, bars and their labels. */
export function stackedBarsLayout(
	chart: StackedBars,
	sheet: DrawingFormat = CHAT_PICTURE_FORMAT,
): Drawing {
	const headingBlock = headingLayout(chart, sheet);
	const colors = seriesColorsOf(chart);
	const legendBlock = sheet.heading
		? legendLayout(
				{ series: chart.series, colors, line: chart.limit?.name },
				headingBlock.bottom,
				sheet.width,
			)
		: { marks: [], height: 0 };
	const piles = chart.bars.map(({ values }) => stackLayers(values, chart.series.length));
	const { least, greatest } = valueRange([...piles, stackLayers([chart.limit?.value ?? 0], 1)]);
	const ticks = niceTicks(least, greatest, MAX_AXIS_STEPS);
	const texts = tickLabels(ticks);
	const widest = Math.max(...texts.map((text) => textWidth('text', TICK_FONT_SIZE, text)));
	const frame: PlotArea = {
		left: Math.round(PAGE_STYLE.margin + widest + 16),
		right: sheet.width - PAGE_STYLE.margin,
		top: headingBlock.bottom + legendBlock.height + 78,
		bottom: sheet.height - (least < 0 ? 92 : 68),
		low: ticks[0] ?? 0,
		high: ticks.at(-1) ?? 1,
	};
	const lines = ticks.map((tick) => gridLine(tick, frame));
	const [boxes = [], barTexts = []] = barMarks(chart, piles, frame, sheet);
	return {
		width: sheet.width,
		height: sheet.height,
		background: PAGE_STYLE.background,
		marks: [
			...headingBlock.marks,
			...legendBlock.marks,
			...lines.filter(({ role }) => role === 'grid'),
			...boxes,
			...lines.filter(({ role }) => role === 'zero'),
			...limitLine(chart, frame),
			...axisMarks(chart, ticks, texts, frame),
			...barTexts,
		],
	};
}

const LABEL_FONT_SIZE = 28;
const MIN_LABEL_GAP = 14;

/** A label may stand up to here from the drawing's edge. */
const LABEL_EDGE_MARGIN = 8;

const LABEL_STRIDES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 32, 48, 64, 128, 256];

/** The baseline, and the width of the drawing. */
interface LabelPlacement {
	width: number;
	y: number;
}

/** A bar's label, and the part of it that is enough where the rest stands at the label before. */
interface BarLabel {
	label: string;
	short?: string;
}

function labelsAtStride(
	bars: BarLabel[],
	centres: number[],
	stride: number,
	{ width, y }: LabelPlacement,
): TextMark[] {
	let writtenRest: string | undefined;
	return bars.flatMap(({ label, short = label }, index): TextMark[] => {
		if (index % stride !== 0 || label === '') return [];
		const rest = label.replace(short, '');
		const text = rest === writtenRest ? short : label;
		writtenRest = rest;
		const half = textWidth('text', LABEL_FONT_SIZE, text) / 2;
		const inside = Math.min(width - LABEL_EDGE_MARGIN - half, centres[index] ?? 0);
		const x = Math.max(LABEL_EDGE_MARGIN + half, inside);
		const look = { face: 'text', size: LABEL_FONT_SIZE, color: INK_COLORS.soft } as const;
		return [{ kind: 'text', role: 'label', anchor: 'middle', x, y, text, ...look }];
	});
}

function hasOverlap(labels: TextMark[]): boolean {
	return labels.some((label, index) => {
		const next = labels[index + 1];
		if (!next) return false;
		const widths =
			textWidth('text', LABEL_FONT_SIZE, label.text) +
			textWidth('text', LABEL_FONT_SIZE, next.text);
		return next.x - label.x < widths / 2 + MIN_LABEL_GAP;
	});
}

/** The bars' labels under their middles, each whole: every one, or every second, third and so on, so that none touches the next; none where one is too wide. */
export function barLabels(bars: BarLabel[], centres: number[], place: LabelPlacement): TextMark[] {
	const tries = LABEL_STRIDES.map((stride) => labelsAtStride(bars, centres, stride, place));
	const fits = (labels: TextMark[]) =>
		!hasOverlap(labels) &&
		labels.every(({ text }) => textWidth('text', LABEL_FONT_SIZE, text) <= place.width / 2);
	return tries.find(fits) ?? [];
}
