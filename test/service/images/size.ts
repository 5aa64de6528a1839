import type { Size } from '../media/colour';

const SIDES: Record<string, number> = { '1K': 1024, '2K': 2048, '4K': 4096 };
const STEP = 8;

/** The size of a ratio at a tier: the longer side is 1024, 2048 or 4096. */
export function sizeOf(ratio: string, tier = '1K'): Size {
	const [across, down] = partsOf(ratio);
	const longer = SIDES[tier] ?? 1024;
	const toStep = (side: number) => Math.max(STEP, Math.round(side / STEP) * STEP);
	return across >= down
		? { width: longer, height: toStep((longer * down) / across) }
		: { width: toStep((longer * across) / down), height: longer };
}

/** The ratio of a list that is nearest to a picture's own. */
export function nearestRatio({ width, height }: Size, ratios: readonly string[]): string {
	const wanted = Math.log(width / height);
	const off = (ratio: string) => {
		const [across, down] = partsOf(ratio);
		return Math.abs(Math.log(across / down) - wanted);
	};
	const fixed = ratios.filter((ratio) => ratio !== 'auto');
	return fixed.sort((a, b) => off(a) - off(b))[0] ?? `${width}:${height}`;
}

function partsOf(ratio: string): [number, number] {
	const [across = 1, down = 1] = ratio.split(':').map(Number);
	return [across || 1, down || 1];
}
