import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord, type Json } from '../../lib/core/record';
import { fetchModel, modelFact } from '../../lib/models/fetchModel';
import type { BeforeSend } from '../../lib/wire/send';
import { enhancement, ENHANCEMENT } from './fields/enhancement';

/** The fields of the panel, by their name on the wire. */
const FIELDS = new Map(
	((enhancement().options ?? []) as INodeProperties[]).map((field) => [
		field.routing?.send?.property ?? field.name,
		field,
	]),
);

/** The values that the record of a model has for its enhancement, where it lists any; undefined otherwise. */
export function enhancementModels(spec: Json): Array<{ label: string; value: string }> | undefined {
	const { models } = enhancementOf(spec);
	if (!Array.isArray(models)) return undefined;
	return models.filter(isRecord).flatMap(({ label, value }) => {
		if (typeof value !== 'string') return [];
		return [{ label: typeof label === 'string' ? label : value, value }];
	});
}

function enhancementOf(spec: Json): Json {
	const found = modelFact(spec, 'enhancement');
	return isRecord(found) ? found : {};
}

/** Checks the enhancement against the record of the model, as far as that lists anything. Throws a ServiceFailure. */
export const checkEnhancement: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	const set = [...FIELDS].filter(([wire]) => body[wire] !== undefined);
	if (set.length === 0) return;
	const record = await fetchModel(this, run, 'video', String(body.model));
	if (record === undefined) return;
	const chosen: unknown = this.getNodeParameter(`${ENHANCEMENT}.enhancementModel`, '');
	for (const [wire, { displayName }] of set) {
		// One that was entered by hand goes as it is.
		if (wire === 'enhancement_model' && isRecord(chosen) && chosen.mode === 'id') continue;
		const refusal = refusalOf(wire, body[wire], record.spec);
		if (refusal !== undefined)
			throw badInput(`${displayName} ${refusal} for the model ${record.id}`);
	}
};

/** What is wrong with a value, after the name of its field; undefined where the record allows it, or does not say. */
function refusalOf(wire: string, value: unknown, spec: Json): string | undefined {
	const { sliders, selects, h264_output: codec } = enhancementOf(spec);
	if (wire === 'h264_output') return codec === false ? 'cannot be set' : undefined;
	if (wire === 'enhancement_model') {
		const models = enhancementModels(spec)?.map((model) => model.value);
		return models === undefined ? undefined : unlessOneOf(models, value);
	}
	const { min, max } = namedIn(sliders, wire);
	const isLow = typeof min === 'number' && Number(value) < min;
	const isHigh = typeof max === 'number' && Number(value) > max;
	if (isLow || isHigh) {
		return `must be from ${String(min)} to ${String(max)}, but ${String(value)} was given,`;
	}
	const { options } = namedIn(selects, wire);
	return Array.isArray(options) ? unlessOneOf(options.map(valueOf), value) : undefined;
}

function namedIn(list: unknown, wire: string): Json {
	const rows = Array.isArray(list) ? list.filter(isRecord) : [];
	return rows.find(({ param }) => param === wire) ?? {};
}

/** An option is a value, or has one. */
function valueOf(option: unknown): unknown {
	return isRecord(option) ? option.value : option;
}

function unlessOneOf(allowed: unknown[], value: unknown): string | undefined {
	if (allowed.map(String).includes(String(value))) return undefined;
	return `must be one of ${allowed.join(', ')}, but "${String(value)}" was given,`;
}
