import type { Line } from '../billing';

const PRICE_USD = 0.04;

/**
 * The header and the price of a rewritten prompt. `[as it is]` in a prompt makes the rewriter fail, which
 * costs nothing and leaves no trace.
 */
export function enhancement(
	namePrefix: string,
	prompt: string,
	wanted: boolean | undefined,
): { headers: Record<string, string>; lines: Line[] } {
	if (!wanted || prompt.includes('[as it is]')) return { headers: {}, lines: [] };
	const rewritten = `${prompt}, in soft light – détaillé, 100 %`;
	return {
		headers: { [`x-${namePrefix}-enhanced-prompt`]: encodeURIComponent(rewritten) },
		lines: [{ sku: 'prompt-enhancement', units: 1, pricePerUnitUsd: PRICE_USD }],
	};
}
