import type { INodeProperties } from 'n8n-workflow';

/** The key under which the service keeps an answer for a day. */
export function idempotencyKey(): INodeProperties {
	return {
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. payout-2026-01-31-0042',
		description:
			'For 24 hours, the same call with the same key is made and charged only once. Letters, digits, "_" and "-". Leave empty to give each execution and item a key of its own.',
	};
}
