import { accept } from '../../fields/accept';
import { isRecord } from '../../core/record';
import { badInput } from '../../core/failure';
import { highestInputRate } from '../../cost/recordPrices';
import type { FallbackChoices, FallbackModel, FallbackRule, PriceLimit } from './types';

/** The collection of the panel that holds these choices. */
export const FALLBACK_PARAMETER = 'options.fallback';

/** The choices under Fallback Models, from the value of that collection. Throws a ServiceFailure that names what is wrong. */
export function fallbackChoices(collection: unknown, { prices }: FallbackRule): FallbackChoices {
	const entries = isRecord(collection) ? collection : {};
	const rows =
		isRecord(entries.models) && Array.isArray(entries.models.model) ? entries.models.model : [];
	const limits = prices.flatMap(({ name, label }) => {
		if (!(name in entries)) return [];
		// One that an expression leaves empty is refused: it would be no limit.
		const rule = { label, kind: 'number', min: 0, required: true } as const;
		return [[name, Number(accept(rule, entries[name], 'UTC'))] as const];
	});
	return { models: rows.map(fallbackModelOf), maxPrices: Object.fromEntries(limits) };
}

function fallbackModelOf(row: unknown, index: number): FallbackModel {
	const { model, voice } = isRecord(row) ? row : {};
	const value: unknown = isRecord(model) ? model.value : model;
	const id = typeof value === 'string' ? value.trim() : '';
	if (id === '') {
		throw badInput(
			`Model ${index + 1} of Fallback Models must not be empty`,
			'Choose a model from the list, or remove the row.',
		);
	}
	const spoken = typeof voice === 'string' ? voice.trim() : '';
	return { id, ...(spoken === '' ? {} : { voice: spoken }) };
}

/** The limits of what is charged by its tokens. */
export const tokenPriceLimits = (outputRate: PriceLimit['price']): PriceLimit[] => [
	{
		name: 'maxInputPrice',
		label: 'Max Input Price (USD per 1M Tokens)',
		price: highestInputRate,
	},
	{
		name: 'maxOutputPrice',
		label: 'Max Output Price (USD per 1M Tokens)',
		price: outputRate,
	},
];
