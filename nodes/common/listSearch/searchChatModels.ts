import { isRecord } from '../../../lib/core/record';
import { markedDefault } from '../../../lib/models/defaultRecord';
import { MODEL_LIST_ANSWER, modelRecords, type ModelRecord } from '../../../lib/models/fetchModel';
import { wireNumber } from '../../../lib/core/wireText';
import { fetchForPicker, type ListSearch } from './fetchForPicker';
import { modelLabels, defaultEntry } from './searchModels';

/** The list search for chat models, with what each can do; the words typed and the panel's Model Filter narrow it. */
export const searchChatModels: ListSearch = async function (filter) {
	const body = await fetchForPicker(this, 'models', MODEL_LIST_ANSWER, {
		url: '/models',
		qs: { type: 'text' },
	});
	const modelFilter: unknown = this.getCurrentNodeParameter('options.modelFilter');
	const words = (filter ?? '').toLowerCase().split(/\s+/);
	const all = modelRecords(body);
	const labels = modelLabels(all);
	const passing = all.filter((record) =>
		passesFilter(record, isRecord(modelFilter) ? modelFilter : {}),
	);
	const offersDefault = passing.length === all.length || markedDefault(passing) !== undefined;
	const offered = passing.map((record) => ({
		name: labels.get(record) ?? record.id,
		value: record.id,
		description: typeof record.spec.description === 'string' ? record.spec.description : undefined,
	}));
	const isWanted = ({ name, value }: { name: string; value: string | number | boolean }) => {
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	return {
		results: [
			...defaultEntry({ empty: offersDefault ? 'service' : undefined }, all, labels),
			...offered,
		].filter(isWanted),
	};
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
