import { createHash } from 'node:crypto';

import { cut } from '../core/cut';
import { badInput } from '../core/failure';

export interface IdempotencyKeyParts {
	executionId: string;
	runIndex: number;
	itemIndex: number;
	/** What distinguishes calls of the same execution, run and item: instance, workflow, node, request. */
	others: unknown[];
}

const KEY_PATTERN = /^[A-Za-z0-9_-]{1,255}$/;

/**
 * A key that stays the same when n8n tries a node again, and differs for every other call, so that a repeated call is
 * not charged twice and a loop is not given an old answer (docs/maintainers/service.md#json-rpc: kept for 24 hours per user, one key one body).
 */
export function idempotencyKey({
	executionId,
	runIndex,
	itemIndex,
	others,
}: IdempotencyKeyParts): string {
	const digest = createHash('sha256').update(JSON.stringify(others)).digest('hex').slice(0, 24);
	const execution = executionId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
	return `n8n-${execution}-${runIndex}-${itemIndex}-${digest}`;
}

/** The key a user entered; throws a ServiceFailure when the service would not take it. */
export function checkedIdempotencyKey(value: string): string {
	if (KEY_PATTERN.test(value)) return value;
	throw badInput(
		`Idempotency Key may have 1 to 255 letters, digits, "_" and "-", but "${value.length > 80 ? `${cut(value, 77).text}...` : value}" was given`,
		'Use an ID of your own data, such as the number of an order.',
	);
}
