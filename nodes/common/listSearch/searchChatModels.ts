import { isRecord } from '../../../lib/core/record';
import { markedDefault } from '../../../lib/models/defaultRecord';
import type { ModelRecord } from '../../../lib/models/fetchModel';
import { wireNumber } from '../../../lib/core/wireText';
import { fetchModelsForPicker, matchingEntries, type ListSearch } from './fetchForPicker';
import { defaultEntry, modelEntries, modelLabels } from './searchModels';

/** The list search for chat models, with what each can do; the panel's Model Filter narrows it. */
export const searchChatModels: ListSearch = async function (filter) {
	const all = await fetchModelsForPicker(this, 'text');
	const modelFilter: unknown = this.getCurrentNodeParameter('options.modelFilter');
	const labels = modelLabels(all);
	const passing = all.filter((record) =>
		passesFilter(record, isRecord(modelFilter) ? modelFilter : {}),
	);
	const offersDefault = passing.length === all.length || markedDefault(passing) !== undefined;
	const forDefault = defaultEntry(
		{ emptyMeans: offersDefault ? 'service' : undefined },
		all,
		labels,
	);
	return matchingEntries([...forDefault, ...modelEntries(passing, labels)], filter);
};

/** The same without the default. */
export const searchFallbackModels: ListSearch = async function (filter) {
	const { results } = await searchChatModels.call(this, filter);
	return { results: results.filter(({ value }) => value !== '') };
};

function hasAbility({ capabilities }: Record<string, unknown>, flag: string): boolean {
	return isRecord(capabilities) && capabilities[flag] === true;
}

function passesFilter({ spec }: ModelRecord, wanted: Record<string, unknown>): boolean {
	const flags = Array.isArray(wanted.abilities) ? wanted.abilities.map(String) : [];
	const context = Number(wanted.minContext ?? 0);
	const price = wanted.maxOutputPrice === undefined ? Infinity : Number(wanted.maxOutputPrice);
	const output = isRecord(spec.pricing) ? spec.pricing.output : undefined;
	const usd = isRecord(output) && typeof output.usd === 'number' ? output.usd : Infinity;
	return (
		flags.every((flag) => hasAbility(spec, flag)) &&
		wireNumber(spec.availableContextTokens ?? 0) >= context &&
		usd <= price
	);
}
