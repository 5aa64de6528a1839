import type { INodeListSearchItems } from 'n8n-workflow';

import { isRecord } from '../../../lib/core/record';
import {
	defaultRecord,
	markedDefault,
	supportsEncryption,
	runsInEnclave,
	type ModelFilter,
} from '../../../lib/models/defaultRecord';
import { modelPriceOf } from '../../../lib/models/modelPrice';
import { modelFact, type ModelRecord } from '../../../lib/models/fetchModel';
import { wireText } from '../../../lib/core/wireText';
import { fetchModelsForPicker, matchingEntries, type ListSearch } from './fetchForPicker';

interface ModelPickerRule {
	fits?: ModelFilter;
	/**
	 * What an empty choice means: the service decides (`service`), or this package looks the default up (a rule that it has to
	 * fit). Without it there is no default to offer.
	 */
	emptyMeans?: 'service' | ModelFilter;
	/** What the default of the service cannot do, for its line. */
	lacks?: string;
}

export const ANY_MODEL: ModelFilter = () => true;

/** The list search for the models of one type, which the service filters by; the default comes first. */
export function searchModels(
	type: string,
	{ fits = ANY_MODEL, emptyMeans, lacks }: ModelPickerRule = {},
): ListSearch {
	return async function (filter) {
		const records = (await fetchModelsForPicker(this, type)).filter(fits);
		const labels = modelLabels(records);
		return matchingEntries(
			[...defaultEntry({ emptyMeans, lacks }, records, labels), ...modelEntries(records, labels)],
			filter,
		);
	};
}

/** The lines of a list that each stand for a model. */
export function modelEntries(
	records: ModelRecord[],
	labels: Map<ModelRecord, string>,
): INodeListSearchItems[] {
	return records.map((record) => ({
		name: labels.get(record) ?? record.id,
		value: record.id,
		description: typeof record.spec.description === 'string' ? record.spec.description : undefined,
	}));
}

/** The first line of a list, which stands for an empty choice, with name and price of the model that it means. */
export function defaultEntry(
	{ emptyMeans, lacks }: ModelPickerRule,
	records: ModelRecord[],
	labels: Map<ModelRecord, string>,
): INodeListSearchItems[] {
	if (emptyMeans === undefined) return [];
	const record =
		emptyMeans === 'service' ? markedDefault(records) : defaultRecord(records, emptyMeans);
	const label = record && labels.get(record);
	if (label === undefined && emptyMeans !== 'service') return [];
	const name = label === undefined ? 'Default of the service' : `Default: ${label}`;
	return [{ name: lacks === undefined ? name : `${name} · ${lacks}`, value: '' }];
}

/** A line for the picker, the most important first as a panel shows some fifty characters: name, that the model is offline or will be withdrawn, kind of video, price with its unit, abilities, context. */
function labelOfModel(record: ModelRecord): string {
	const { spec } = record;
	const facts = [
		availabilityText(spec),
		videoKindWord(record),
		priceText(record),
		...abilityWords(spec),
		enclaveWord(record),
		contextText(spec.availableContextTokens),
	];
	return [modelNameOf(record), ...facts.filter((fact) => fact !== '')].join(' · ');
}

/** The lines of a list; where two models have one name, with their IDs. */
export function modelLabels(records: ModelRecord[]): Map<ModelRecord, string> {
	const names = records.map(modelNameOf);
	return new Map(
		records.map((record, at) => {
			const name = names[at] ?? '';
			const isShared = names.indexOf(name) !== names.lastIndexOf(name) && name !== record.id;
			const label = labelOfModel(record);
			return [record, isShared ? `${label} · ${record.id}` : label];
		}),
	);
}

function modelNameOf({ id, spec }: ModelRecord): string {
	return typeof spec.name === 'string' && spec.name !== '' ? spec.name : id;
}

/** What a chat model can do beside text, by the flag of its record. */
const ABILITY_WORDS: Record<string, string> = {
	supportsVision: 'reads images',
	supportsFunctionCalling: 'calls tools',
	supportsReasoning: 'reasons',
};

function abilityWords({ capabilities }: Record<string, unknown>): string[] {
	if (!isRecord(capabilities)) return [];
	return Object.entries(ABILITY_WORDS).flatMap(([flag, words]) =>
		capabilities[flag] === true ? [words] : [],
	);
}

function enclaveWord(record: ModelRecord): string {
	if (supportsEncryption(record)) return 'encryption';
	return runsInEnclave(record) ? 'enclave' : '';
}

function videoKindWord({ type, spec }: ModelRecord): string {
	const value = type === 'video' ? modelFact(spec, 'model_type') : undefined;
	return typeof value === 'string' && value !== 'video' ? value : '';
}

function priceText(record: ModelRecord): string {
	return modelPriceOf(record)?.text ?? (record.type === 'video' ? 'price from Quote' : '');
}

function contextText(tokens: unknown): string {
	if (typeof tokens !== 'number') return '';
	return tokens >= 1000 ? `${Math.round(tokens / 1000)}k context` : `${tokens} context`;
}

function availabilityText(spec: Record<string, unknown>): string {
	if (isRecord(spec.deprecation))
		return `retires ${wireText(spec.deprecation.date).slice(0, 10)}`.trim();
	return spec.offline === true ? 'offline' : '';
}
