import { escapeMarkup } from '../../core/markup';
import { amountLabel } from './axis';
import { CHAT_PICTURE_FORMAT, type Mark, type DrawingFormat, type TextMark } from './drawing';
import { shortSeriesName } from './legend';
import { stackedBarsLayout, type StackedBars } from './stackedBars';
import { stackLayers, type Layer } from './piles';
import { isWritable, textWidth } from './typeface';

/** Keeps a text within its place where the reader's typeface is wider or narrower than ours. */
function textLengthAttributes({ face, size, text }: TextMark): string {
	const width = textWidth(face, size, text).toFixed(1);
	const isWidthKnown = text.length > 1 && isWritable(face, text);
	return isWidthKnown ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
}

function svgElement(mark: Mark): string {
	const { x, y, color } = mark;
	if (mark.kind === 'text') {
		const weight = mark.face === 'title' ? 700 : 500;
		const place = `x="${x}" y="${y}" text-anchor="${mark.anchor}"`;
		const look = `font-size="${mark.size}" font-weight="${weight}" fill="${color}"`;
		return `<text class="${mark.role}" ${place} ${look}${textLengthAttributes(mark)}>${escapeMarkup(mark.text)}</text>`;
	}
	const box = `class="${mark.role}" x="${x}" y="${y}" width="${mark.width}" height="${mark.height}" fill="${color}"`;
	return mark.about
		? `<rect ${box}><title>${escapeMarkup(mark.about)}</title></rect>`
		: `<rect ${box}/>`;
}

/**
 * A chart as one SVG document that needs nothing else: it draws with the reader's own typeface, names each part under the pointer, and
 * says its figures in a description. `id` keeps the names of its parts apart from those of other charts on a page.
 */
export function stackedBarsSvg(
	chart: StackedBars,
	sheet: DrawingFormat = CHAT_PICTURE_FORMAT,
	id: string = 'chart',
): string {
	const { width, height, background, marks } = stackedBarsLayout(chart, sheet);
	const name = [chart.title, chart.subtitle].filter(Boolean).join(', ');
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-desc" font-family="'Noto Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">`,
		`<title id="${id}-title">${escapeMarkup(name)}</title>`,
		`<desc id="${id}-desc">${escapeMarkup(chartDescription(chart))}</desc>`,
		`<rect class="sheet" width="${width}" height="${height}" fill="${background}"/>`,
		...marks.map(svgElement),
		'</svg>',
	].join('\n');
}

function totalDescription(layers: Layer[], places?: number): string {
	const sum = (sign: 1 | -1) =>
		layers.reduce((all, { value }) => (value * sign > 0 ? all + value : all), 0);
	const [above, below] = [sum(1), sum(-1)];
	const text = (value: number) => amountLabel(value, places);
	if (below === 0) return text(above);
	return above === 0 ? text(below) : `${text(above)} and ${text(below)}`;
}

/** The figures of a chart as text, for those who do not see it: each bar and each series with what it comes to. */
function chartDescription({ unit, series, bars, limit, places }: StackedBars): string {
	const layers = bars.map(({ values }) => stackLayers(values, series.length));
	const perBar = bars.map(
		({ label, total: written }, index) =>
			`${label} ${written ?? totalDescription(layers[index] ?? [], places)}`,
	);
	const all = layers.flat();
	const perSeries = series.map(
		(name, index) =>
			`${shortSeriesName(name)} ${totalDescription(
				all.filter((layer) => layer.series === index),
				places,
			)}`,
	);
	return [
		`Stacked bars in ${unit}.`,
		...(bars.length > 0 ? [`Totals: ${perBar.join('; ')}.`] : []),
		...(limit === undefined ? [] : [`${limit.name}: ${amountLabel(limit.value, places)}.`]),
		...(series.length > 0 ? [`By series: ${perSeries.join('; ')}.`] : []),
	].join(' ');
}
