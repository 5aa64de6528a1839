import type { INodeProperties } from 'n8n-workflow';

import { parameterAt } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
import { isRecord, type Json } from '../../lib/core/record';
import { MODEL_LIMIT_CURE } from '../../lib/models/checkModel';
import { findModel, modelFact } from '../../lib/models/fetchModel';
import type { BeforeSend } from '../../lib/wire/send';
import { enhancementField, ENHANCEMENT_PARAMETER } from './fields/enhancement';
import {
	chosenModelId,
	fetchModelsForPicker,
	matchingEntries,
	type ListSearch,
} from '../common/listSearch/fetchForPicker';
const FIELD_BY_WIRE_NAME = new Map(
	((enhancementField().options ?? []) as INodeProperties[]).map((field) => [
		field.routing?.send?.property ?? field.name,
		field,
	]),
);

/** The values that the record of a model has for its enhancement, where it lists any; undefined otherwise. */
function enhancementModels(spec: Json): Array<{ label: string; value: string }> | undefined {
	const { models } = enhancementRecordOf(spec);
	if (!Array.isArray(models)) return undefined;
	return models.filter(isRecord).flatMap(({ label, value }) => {
		if (typeof value !== 'string') return [];
		return [{ label: typeof label === 'string' ? label : value, value }];
	});
}

function enhancementRecordOf(spec: Json): Json {
	const found = modelFact(spec, 'enhancement');
	return isRecord(found) ? found : {};
}

/** Checks the enhancement against the record of the model, as far as that lists anything. Throws a ServiceFailure. */
export const checkEnhancement: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	const set = [...FIELD_BY_WIRE_NAME].filter(([wire]) => body[wire] !== undefined);
	if (set.length === 0) return;
	const record = await findModel(this, run, 'video', String(body.model));
	if (record === undefined) return;
	const chosen = parameterAt(this.parameters, `${ENHANCEMENT_PARAMETER}.enhancementModel`);
	for (const [wire, { displayName }] of set) {
		// One that was entered by hand goes as it is.
		if (wire === 'enhancement_model' && isRecord(chosen) && chosen.mode === 'id') continue;
		const refusal = enhancementRefusal(wire, body[wire], record.spec);
		if (refusal !== undefined)
			throw badInput(`${displayName} ${refusal} for the model ${record.id}`, MODEL_LIMIT_CURE);
	}
};

/** What is wrong with a value, after the name of its field; undefined where the record allows it, or does not say. */
function enhancementRefusal(wire: string, value: unknown, spec: Json): string | undefined {
	const { sliders, selects, h264_output: codec } = enhancementRecordOf(spec);
	if (wire === 'h264_output') return codec === false ? 'cannot be set' : undefined;
	if (wire === 'enhancement_model') {
		const models = enhancementModels(spec)?.map((model) => model.value);
		return models === undefined ? undefined : refusalUnlessOneOf(models, value);
	}
	const { min, max } = recordOfField(sliders, wire);
	const isLow = typeof min === 'number' && Number(value) < min;
	const isHigh = typeof max === 'number' && Number(value) > max;
	if (isLow || isHigh) {
		return `must be from ${String(min)} to ${String(max)}, but ${String(value)} was given,`;
	}
	const { options } = recordOfField(selects, wire);
	return Array.isArray(options) ? refusalUnlessOneOf(options.map(optionValue), value) : undefined;
}

function recordOfField(list: unknown, wire: string): Json {
	const rows = Array.isArray(list) ? list.filter(isRecord) : [];
	return rows.find(({ param }) => param === wire) ?? {};
}
function optionValue(option: unknown): unknown {
	return isRecord(option) ? option.value : option;
}

function refusalUnlessOneOf(allowed: unknown[], value: unknown): string | undefined {
	if (allowed.map(String).includes(String(value))) return undefined;
	return `must be one of ${allowed.join(', ')}, but "${String(value)}" was given,`;
}

/** The list search for the ways in which the chosen model enhances a video. */
export const searchEnhancementModels: ListSearch = async function (filter) {
	const model = chosenModelId(this);
	const records = await fetchModelsForPicker(this, 'video', 'values', 'By Value');
	const record = records.find(({ id }) => id === model);
	const models = (record && enhancementModels(record.spec)) ?? [];
	return matchingEntries(
		models.map(({ label, value }) => ({ name: label, value })),
		filter,
	);
};
