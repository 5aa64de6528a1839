import type { ModelRecord } from '../../../lib/models/record';
import { isRecord } from '../../../lib/record';

/** A line for the picker: name, price, context and, where it is so, that the model is offline or will be withdrawn. */
export function modelLabel({ id, spec }: ModelRecord): string {
	const name = typeof spec.name === 'string' && spec.name !== '' ? spec.name : id;
	const facts = [price(spec.pricing), context(spec.availableContextTokens), state(spec)];
	return [name, ...facts.filter((fact) => fact !== '')].join(' · ');
}

function price(pricing: unknown): string {
	if (!isRecord(pricing)) return '';
	const usd = (key: string) => {
		const leaf = pricing[key];
		return isRecord(leaf) && typeof leaf.usd === 'number' ? leaf.usd : undefined;
	};
	const input = usd('input');
	const output = usd('output');
	if (input !== undefined && output !== undefined)
		return `$${input} in / $${output} out per 1M tokens`;
	if (input !== undefined) return `$${input} per 1M`;
	const each = usd('generation') ?? usd('inpaint');
	if (each !== undefined) return `$${each} each`;
	const second = usd('per_audio_second') ?? usd('per_second');
	return second === undefined ? '' : `$${second} per second`;
}

function context(tokens: unknown): string {
	if (typeof tokens !== 'number') return '';
	return tokens >= 1000 ? `${Math.round(tokens / 1000)}k context` : `${tokens} context`;
}

function state(spec: Record<string, unknown>): string {
	if (isRecord(spec.deprecation))
		return `to be withdrawn ${String(spec.deprecation.date ?? '').slice(0, 10)}`.trim();
	return spec.offline === true ? 'offline' : '';
}
