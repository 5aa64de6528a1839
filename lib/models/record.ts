import { z } from 'zod';

import { isRecord } from '../base/record';
import { wireText } from '../text/wireText';
import { having, listOf } from '../http/readAs';

export interface ModelRecord {
	id: string;
	type: string;
	/** `model_spec`: abilities, limits and prices. */
	spec: Record<string, unknown>;
}

/** A model, as the service sends it. */
export const MODEL = having({ id: z.string() });

/** One model, alone or under `data`. */
export const ONE_MODEL = z.union([MODEL, having({ data: MODEL }).transform(({ data }) => data)]);

/** The models of a type. */
export const MODEL_LIST = having({ data: listOf(MODEL) });

/** The records of a model list as the service sends it (docs/service.md#models-and-characters); what is no record is left out. */
export function modelRecords(body: unknown): ModelRecord[] {
	const data = isRecord(body) && Array.isArray(body.data) ? body.data : [];
	return data.flatMap((entry: unknown) =>
		isRecord(entry) && typeof entry.id === 'string'
			? [
					{
						id: entry.id,
						type: typeof entry.type === 'string' ? entry.type : '',
						spec: isRecord(entry.model_spec) ? entry.model_spec : {},
					},
				]
			: [],
	);
}

/** A limit of a model, looked up where descriptions disagree: in `constraints`, in `capabilities`, and in the record itself. */
export function modelFact(spec: Record<string, unknown>, ...names: string[]): unknown {
	const places = [spec.constraints, spec.capabilities, spec].filter(isRecord);
	for (const name of names) {
		const place = places.find((record) => record[name] !== undefined);
		if (place !== undefined) return place[name];
	}
	return undefined;
}

/** A list of allowed values of a model as texts; undefined when the record does not give one. */
export function modelValues(
	spec: Record<string, unknown>,
	...names: string[]
): string[] | undefined {
	const values = modelFact(spec, ...names);
	return Array.isArray(values) ? values.map(wireText) : undefined;
}
