import { isRecord } from '../../../lib/base/record';
import { encrypts, runsInEnclave } from '../../../lib/models/defaultRecord';
import { modelFact, type ModelRecord } from '../../../lib/models/fetchModel';
import { priceOf } from '../../../lib/models/price';
import { wireText } from '../../../lib/text/wireText';

/** A line for the picker: name, kind of video, price with its unit, context and, where it is so, that the model is offline or will be withdrawn. */
export function modelLabel(record: ModelRecord): string {
	const { spec } = record;
	const facts = [
		...[kind(record), price(record), context(spec.availableContextTokens)],
		...[enclave(record), state(spec)],
	];
	return [nameOf(record), ...facts.filter((fact) => fact !== '')].join(' · ');
}

/** The lines of a list; where two models have one name, with their IDs. */
export function modelLabels(records: ModelRecord[]): Map<ModelRecord, string> {
	const names = records.map(nameOf);
	return new Map(
		records.map((record, at) => {
			const name = names[at] ?? '';
			const isShared = names.indexOf(name) !== names.lastIndexOf(name) && name !== record.id;
			const label = modelLabel(record);
			return [record, isShared ? `${label} · ${record.id}` : label];
		}),
	);
}

function nameOf({ id, spec }: ModelRecord): string {
	return typeof spec.name === 'string' && spec.name !== '' ? spec.name : id;
}

function enclave(record: ModelRecord): string {
	if (encrypts(record)) return 'encryption';
	return runsInEnclave(record) ? 'enclave' : '';
}

function kind({ type, spec }: ModelRecord): string {
	const value = type === 'video' ? modelFact(spec, 'model_type') : undefined;
	return typeof value === 'string' && value !== 'video' ? value : '';
}

function price(record: ModelRecord): string {
	// The line has room for the context too where it does not say what is counted.
	const text = priceOf(record)?.text.replace(/ per 1M tokens$/, ' per 1M');
	return text ?? (record.type === 'video' ? 'price from Quote' : '');
}

function context(tokens: unknown): string {
	if (typeof tokens !== 'number') return '';
	return tokens >= 1000 ? `${Math.round(tokens / 1000)}k context` : `${tokens} context`;
}

function state(spec: Record<string, unknown>): string {
	if (isRecord(spec.deprecation))
		return `retires ${wireText(spec.deprecation.date).slice(0, 10)}`.trim();
	return spec.offline === true ? 'offline' : '';
}
