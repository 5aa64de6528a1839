import { hash } from 'node:crypto';

/** A JSON object from the wire, before its fields are checked. */
export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function omitKeys(record: Json, ...keys: string[]): Json {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

export function hashOf(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url');
}
