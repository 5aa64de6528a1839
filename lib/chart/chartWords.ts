import { amountLabel } from './axis';
import { shortName } from './shortName';
import type { StackedBars } from './stackedBars';
import { type Layer, stack } from './stacks';

function total(layers: Layer[]): string {
	const sum = (sign: 1 | -1) =>
		layers.reduce((all, { value }) => (value * sign > 0 ? all + value : all), 0);
	const [above, below] = [sum(1), sum(-1)];
	if (below === 0) return amountLabel(above);
	return above === 0 ? amountLabel(below) : `${amountLabel(above)} and ${amountLabel(below)}`;
}

function limitWords(bars: StackedBars['bars'], values: number[]): string {
	const texts = values.map(amountLabel);
	if (new Set(texts).size === 1) return `${texts[0]} at each bar`;
	return bars.map(({ label }, index) => `${label} ${texts[index]}`).join('; ');
}

/** The figures of a chart as text, for those who do not see it: each bar and each series with what it comes to. */
export function chartWords({ unit, series, bars, limit }: StackedBars): string {
	const layers = bars.map(({ values }) => stack(values, series.length));
	const perBar = bars.map(({ label }, index) => `${label} ${total(layers[index] ?? [])}`);
	const all = layers.flat();
	const perSeries = series.map(
		(name, index) => `${shortName(name)} ${total(all.filter((layer) => layer.series === index))}`,
	);
	return [
		`Stacked bars in ${unit}.`,
		...(bars.length > 0 ? [`Totals: ${perBar.join('; ')}.`] : []),
		...(limit === undefined ? [] : [`${limit.name}: ${limitWords(bars, limit.values)}.`]),
		...(series.length > 0 ? [`By series: ${perSeries.join('; ')}.`] : []),
	].join(' ');
}
