import type { UsageEntry } from './entry';

export type Dated = UsageEntry;

/** How many models or keys a chart has. */
export const TOP = 8;

const KINDS: Record<string, string> = {
	input: 'Input',
	output: 'Output',
	'cache-read': 'Cache Read',
	'cache-write': 'Cache Write',
};

/** The model, the unit and the kind of tokens that a product name stands for. */
export function productOf({ sku }: UsageEntry): { model: string; unit: string; kind?: string } {
	const tokens = /^(.+)-(input|output|cache-read|cache-write)-mtoken$/.exec(sku);
	if (tokens) return { model: tokens[1] ?? sku, unit: 'tokens', kind: KINDS[tokens[2] ?? ''] };
	const characters = /^(.+)-input-mchar$/.exec(sku);
	if (characters) return { model: characters[1] ?? sku, unit: 'characters' };
	const image = /^(.+)-image$/.exec(sku);
	return image ? { model: image[1] ?? sku, unit: 'images' } : { model: sku, unit: 'units' };
}

/** Charges are negative in the history and positive here. */
export function sums(entries: readonly UsageEntry[]) {
	const total = (list: readonly UsageEntry[]) =>
		Number((0 - list.reduce((sum, { amount }) => sum + amount, 0)).toFixed(10));
	return {
		usd: total(entries.filter(({ currency }) => currency === 'USD')),
		diem: total(entries.filter(({ currency }) => currency === 'DIEM')),
		units: Number(entries.reduce((sum, { units }) => sum + units, 0).toFixed(10)),
	};
}
