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
