import { firstInexactNumber } from '../core/exactJson';
import { isRecord } from '../core/record';
import { jsonArray } from '../fields/parseJson';
import { badInput } from '../core/failure';

const CALL_FORM_CURE = 'Write each call as { "method": "eth_blockNumber", "params": [] }.';

/** One JSON-RPC 2.0 request as the service takes it (docs/maintainers/service.md#json-rpc). */
export interface RpcCall {
	jsonrpc: '2.0';
	id: number | string;
	method: string;
	params: unknown[];
}

const MAX_CALLS = 100;
const RPC_KEYS = ['jsonrpc', 'id', 'method', 'params'];

/**
 * The calls of a batch, 1 to 100, each with an ID of its own: the one that was given, or the next free number.
 * Throws a ServiceFailure naming the call that cannot be sent.
 */
export function rpcBatchOf(rows: unknown[]): RpcCall[] {
	if (rows.length === 0)
		throw badInput(
			'Add at least one call',
			'Use Add Call, or check that the expression returns a list.',
		);
	if (rows.length > MAX_CALLS) {
		throw badInput(
			`Calls may have at most ${MAX_CALLS} calls, but ${rows.length} were given`,
			'Split them over several items, e.g. with the Loop Over Items node.',
		);
	}
	const callsWithGivenIds = rows.map((row, index) => rpcCallOf(row, `Call ${index + 1}`));
	const takenIds = new Set<string>();
	for (const { id } of callsWithGivenIds) {
		if (id === undefined) continue;
		if (takenIds.has(String(id))) {
			throw badInput(
				`Two calls have the ID ${String(id)}, but each needs its own: answers are matched by it`,
				'Change one of the IDs, or leave them empty.',
			);
		}
		takenIds.add(String(id));
	}
	let next = 1;
	return callsWithGivenIds.map((call) => {
		if (call.id !== undefined) return { ...call, id: call.id };
		while (takenIds.has(String(next))) next++;
		return { ...call, id: next++ };
	});
}

/** One call from the user's input; `callName` is what the user sees as its name. Throws a ServiceFailure. */
export function rpcCallOf(
	row: unknown,
	callName: string,
): Omit<RpcCall, 'id'> & { id?: RpcCall['id'] } {
	if (!isRecord(row))
		throw badInput(`${callName} must be a JSON object with a method`, CALL_FORM_CURE);
	const unknown = Object.keys(row).find((key) => !RPC_KEYS.includes(key));
	if (unknown !== undefined) {
		throw badInput(
			`${callName} has the unknown field "${unknown}"; it may have ${RPC_KEYS.join(', ')}`,
			'Remove it.',
		);
	}
	const { jsonrpc = '2.0', method, params = [] } = row;
	if (jsonrpc !== '2.0') {
		throw badInput(
			`${callName}: jsonrpc must be "2.0", but ${JSON.stringify(jsonrpc)} was given`,
			'Set it to "2.0", or leave it out.',
		);
	}
	if (typeof method !== 'string' || method.trim() === '') {
		throw badInput(
			`${callName}: Method must not be empty`,
			'Enter the method of the network, such as eth_blockNumber.',
		);
	}
	const id = rpcIdOf(row.id, callName);
	return {
		jsonrpc,
		...(id === undefined ? {} : { id }),
		method: method.trim(),
		params: paramsOf(params, callName),
	};
}

/** An ID as JSON-RPC allows it here, a whole number or a text; digits alone are a number. */
export function rpcIdOf(value: unknown, callName: string): RpcCall['id'] | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
	if (typeof value !== 'string') {
		throw badInput(
			`${callName}: ID must be a whole number or text, but ${JSON.stringify(value)} was given`,
			'Use a whole number or text, or leave it out.',
		);
	}
	const text = value.trim();
	return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function paramsOf(value: unknown, callName: string): unknown[] {
	if (typeof value === 'string' && value.trim() === '') return [];
	const label = `${callName}: Method Parameters`;
	requireExactNumbers(value, label);
	const params = jsonArray(value, label);
	requireExactNumbers(params, label);
	return params;
}

/**
 * Throws a ServiceFailure for a number in a JSON text that a double would change, and for a whole number in a value that may have been
 * changed before it came here.
 */
export function requireExactNumbers(value: unknown, label: string): void {
	const found = typeof value === 'string' ? firstInexactNumber(value) : unsafeIntegerIn(value);
	if (found === undefined) return;
	throw badInput(
		`${label}: ${found} has more digits than JavaScript can keep, so another number would be sent`,
		'Write it as text, in quotes or as hexadecimal digits, if that is accepted.',
	);
}

function unsafeIntegerIn(value: unknown): string | undefined {
	if (typeof value === 'number') {
		return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const inner of Object.values(value)) {
		const found = unsafeIntegerIn(inner);
		if (found !== undefined) return found;
	}
	return undefined;
}
