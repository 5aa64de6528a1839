import { hash } from 'node:crypto';

/** A short text that is the same for the same JSON. */
export function hashOf(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url');
}
