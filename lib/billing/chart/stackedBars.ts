import { amountLabel, niceTicks, tickLabels, level, type PlotArea } from './axis';
import { barLabels } from './barLabels';
import {
	INK,
	PAGE,
	PICTURE,
	seriesColor,
	type Box,
	type Drawing,
	type Mark,
	type Sheet,
	type Text,
} from './drawing';
import { legend, shortName } from './legend';
import { pileBoxes, pileTotals } from './piles';
import { reach, stack, type Layer } from './stacks';
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
	bars: Array<{ label: string; values: number[]; total?: string }>;
	/** A line across the bars: its name, and its height at each of them. */
	limit?: { name: string; values: number[] };
}

const TICK_SIZE = 28;
const MOST_PARTS = 5;
const WIDEST_BAR = 150;

function heading(
	{ title, subtitle }: StackedBars,
	sheet: Sheet,
): { marks: Text[]; bottom: number } {
	if (!sheet.heading) return { marks: [], bottom: 8 };
	const room = roomOf(sheet);
	const place = { kind: 'text', anchor: 'start', x: PAGE.margin } as const;
	const large = { face: 'title', size: 44, color: INK.strong } as const;
	const small = { face: 'text', size: 30, color: INK.soft } as const;
	const first = fitText('title', large.size, title, room);
	const marks: Text[] = [{ ...place, role: 'title', y: 72, text: first, ...large }];
	if (!subtitle) return { marks, bottom: 96 };
	const second = fitText('text', small.size, subtitle, room);
	marks.push({ ...place, role: 'subtitle', y: 118, text: second, ...small });
	return { marks, bottom: 138 };
}

const roomOf = ({ width }: Sheet) => width - 2 * PAGE.margin;

function line(tick: number, frame: PlotArea): Box {
	const role = tick === 0 ? 'zero' : 'grid';
	const place = { x: frame.left, y: level(tick, frame) - 1, height: 2 };
	return { kind: 'box', role, ...place, width: frame.right - frame.left, color: INK[role] };
}

function axisTexts(chart: StackedBars, ticks: number[], texts: string[], frame: PlotArea): Text[] {
	const look = { face: 'text', size: TICK_SIZE, color: INK.soft } as const;
	const unit = fitText('text', TICK_SIZE, chart.unit, frame.right - PAGE.margin);
	const top = { x: PAGE.margin, y: frame.top - 32, text: unit };
	return [
		{ kind: 'text', role: 'unit', anchor: 'start', ...top, ...look },
		...ticks.map((tick, index): Text => {
			const place = { x: frame.left - 16, y: level(tick, frame) + 10, text: texts[index] ?? '' };
			return { kind: 'text', role: 'tick', anchor: 'end', ...place, ...look };
		}),
	];
}

/** The colour of each series. */
export function colorsOf({ series, colors = [] }: StackedBars): string[] {
	return series.map((_, index) => colors[index] ?? seriesColor(index));
}

function bars(chart: StackedBars, piles: Layer[][], frame: PlotArea, sheet: Sheet): Mark[][] {
	const colors = colorsOf(chart);
	const band = (frame.right - frame.left) / Math.max(1, piles.length);
	const width = Math.max(1, Math.round(Math.min(band * 0.7, WIDEST_BAR)));
	const starts = piles.map((_, index) => Math.round(frame.left + band * (index + 0.5) - width / 2));
	const centres = starts.map((start) => start + width / 2);
	const boxes = piles.flatMap((layers, bar) =>
		pileBoxes(layers, { x: starts[bar] ?? 0, width }, frame, colors).map((box, index): Box => {
			const { series = 0, value = 0 } = layers[index] ?? {};
			const names = `${shortName(chart.series[series] ?? '')}, ${chart.bars[bar]?.label}`;
			return { ...box, about: `${names}: ${amountLabel(value, chart.places)} ${chart.unit}` };
		}),
	);
	const labels = chart.bars.map(({ label }) => label);
	const texts = barLabels(labels, centres, { width: sheet.width, y: sheet.height - 24 });
	return [boxes, [...pileTotals(piles, chart, { centres, band }, frame), ...texts]];
}

const limitLayers = ({ limit }: StackedBars) =>
	(limit?.values ?? []).map((value) => stack([value], 1));

/** The limit as a line from bar to bar, in a step where it changes. */
function limitLine(chart: StackedBars, frame: PlotArea): Box[] {
	const { limit, bars: all, unit } = chart;
	const edge = (bar: number) =>
		Math.round(frame.left + ((frame.right - frame.left) / Math.max(1, all.length)) * bar);
	return limitLayers(chart).map(([layer], bar) => {
		const value = layer?.to ?? 0;
		const place = { x: edge(bar), y: level(value, frame) - 2, height: 4 };
		const about = `${limit?.name}, ${all[bar]?.label}: ${amountLabel(value, chart.places)} ${unit}`;
		return {
			kind: 'box',
			role: 'limit',
			...place,
			width: edge(bar + 1) - edge(bar),
			color: INK.strong,
			about,
		};
	});
}

/** Where everything of a chart stands, in pixels of the drawing: title, legend, axis with round ticks, bars and their labels. */
export function stackedBarsLayout(chart: StackedBars, sheet: Sheet = PICTURE): Drawing {
	const head = heading(chart, sheet);
	const colors = colorsOf(chart);
	const key = sheet.heading
		? legend({ series: chart.series, colors, line: chart.limit?.name }, head.bottom, sheet.width)
		: { marks: [], height: 0 };
	const piles = chart.bars.map(({ values }) => stack(values, chart.series.length));
	const { least, greatest } = reach([...piles, ...limitLayers(chart)]);
	const ticks = niceTicks(least, greatest, MOST_PARTS);
	const texts = tickLabels(ticks);
	const widest = Math.max(...texts.map((text) => textWidth('text', TICK_SIZE, text)));
	const frame: PlotArea = {
		left: Math.round(PAGE.margin + widest + 16),
		right: sheet.width - PAGE.margin,
		top: head.bottom + key.height + 78,
		bottom: sheet.height - (least < 0 ? 92 : 68),
		low: ticks[0] ?? 0,
		high: ticks.at(-1) ?? 1,
	};
	const lines = ticks.map((tick) => line(tick, frame));
	const [boxes = [], words = []] = bars(chart, piles, frame, sheet);
	return {
		width: sheet.width,
		height: sheet.height,
		background: PAGE.background,
		marks: [
			...head.marks,
			...key.marks,
			...lines.filter(({ role }) => role === 'grid'),
			...boxes,
			...lines.filter(({ role }) => role === 'zero'),
			...limitLine(chart, frame),
			...axisTexts(chart, ticks, texts, frame),
			...words,
		],
	};
}
