import { PRODUCT_COLORS, STRONG_COLOR_COUNT } from '../chart/drawing';
import { hashOf } from '../../core/record';

/**
 * The colour of each product in all charts of a report, from the products of each chart, the largest first. It follows from the name, so
 * that a product mostly has the same one in the next report, too; where two want one, the later one takes the next that is free.
 */
export function assignProductColors(charts: string[][]): Map<string, string> {
	const colors = new Map<string, string>();
	const takenColors = new Set<string>();
	for (const products of charts) {
		const here = new Set(products.map((product) => colors.get(product)));
		for (const product of products) {
			if (colors.has(product)) continue;
			const wanted = preferredColors(product);
			const color =
				wanted.find((one) => !takenColors.has(one)) ?? wanted.find((one) => !here.has(one)) ?? '';
			colors.set(product, color);
			takenColors.add(color);
			here.add(color);
		}
	}
	return colors;
}

/** All colours, those that are strong and far apart first, from the one on that the name points to. */
function preferredColors(product: string): string[] {
	const strong = PRODUCT_COLORS.slice(0, STRONG_COLOR_COUNT);
	const first = Buffer.from(hashOf(product), 'base64url').readUInt16BE() % STRONG_COLOR_COUNT;
	return [
		...strong.slice(first),
		...strong.slice(0, first),
		...PRODUCT_COLORS.slice(STRONG_COLOR_COUNT),
	];
}
