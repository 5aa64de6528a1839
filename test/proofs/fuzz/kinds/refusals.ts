import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import { ServiceFailure } from '../../../../lib/core/failure';
import { isRecord } from '../../../../lib/core/record';
import { nodeError } from '../../../../lib/wire/errors/nodeError';
import { sendWithCredential } from '../../../../lib/wire/exchange';
import type { Caller } from '../../../../lib/wire/send';
import { retryDelay } from '../../../../lib/wire/errors/retryDelay';
import { wireText } from '../../../../lib/core/wireText';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { cutAt, cuts, json, nearly, oddText } from '../values';

interface Case {
	status: number;
	/** Undefined for a connection that fails with `body` as its error. */
	as?: 'value' | 'text' | 'stream';
	body: unknown;
	headers: Record<string, string>;
	cuts: number[];
	tool: boolean;
}

const HONEST: unknown[] = [
	{ error: 'This model is at capacity' },
	{ error: { message: 'Not found', code: 'MODEL_NOT_FOUND', recommended_model: 'other' } },
	{ details: { _errors: ['Bad'], size: { _errors: ['Too large'], width: { _errors: ['Odd'] } } } },
	{ issues: [{ path: ['messages', 0], message: 'Required' }], code: 'invalid_request' },
	{ consent_flow: 'faces', face_media_roles: ['image'], consent: { policy_text: 'Policy' } },
	{ currentBalanceUsd: 0.1, minimumBalanceUsd: 5, suggestedTopUpUsd: 10, accepts: [] },
	'<!doctype html><html><head><title>502 Bad Gateway</title></head></html>',
	{ code: 'ECONNRESET', message: 'socket hang up', cause: { code: 'EPIPE' }, messages: ['x'] },
];
const STATUSES = [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504, 301, 100, 999];

const cases: fc.Arbitrary<Case> = fc.record(
	{
		status: fc.constantFrom(...STATUSES),
		as: fc.constantFrom('value' as const, 'text' as const, 'stream' as const),
		body: fc.oneof({ weight: 5, arbitrary: nearly(fc.constantFrom(...HONEST)) }, json),
		headers: fc.dictionary(fc.constantFrom('cf-ray', 'retry-after', 'date', 'server'), oddText, {
			maxKeys: 3,
			noNullPrototype: true,
		}),
		cuts,
		tool: fc.boolean(),
	},
	{ requiredKeys: ['status', 'body', 'headers', 'cuts', 'tool'] },
);

function answerOf({ status, as, body, headers, cuts: at }: Case): unknown {
	if (as === undefined) {
		const { message, ...facts } = isRecord(body) ? body : { message: body };
		// Not assigned: that would take a `__proto__` of the facts for the class of the error.
		throw Object.defineProperties(
			new Error(wireText(message)),
			Object.getOwnPropertyDescriptors(facts),
		);
	}
	const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const sent = { value: body, text: text.toString(), stream: Readable.from(cutAt(text, at)) }[as];
	return { statusCode: status, headers, body: sent };
}

async function check(one: Case): Promise<string> {
	const context = {
		getNode: () => node(one.tool),
		helpers: { httpRequestWithAuthentication: async () => answerOf(one) },
	} as unknown as Caller;
	const request: IHttpRequestOptions = { url: '/x', baseURL: 'https://service.example/v1' };
	const { failure } = await attempt(
		async () =>
			await sendWithCredential(context, 'any', request, { paid: true, namePrefix: 'acme', redact }),
	);
	must(failure instanceof ServiceFailure, 'what is no success is a failure');
	const { facts, message } = failure;
	must(message.length <= 1_200, 'a message is as long as a person reads');
	must((facts.cure ?? '').length <= 5_100, 'a cure too');
	for (const attemptNumber of [1, 20]) {
		const input = { attempt: attemptNumber, now: Date.now(), random: 0.5, repeatable: true };
		const delay = retryDelay({ ...input, failure: facts });
		must(delay === undefined || (delay >= 0 && delay <= 91_000_000), 'a wait has an end');
	}
	const shown = await attempt(
		() => nodeError(node(one.tool), failure, { index: 1, count: 2 }),
		Error,
	);
	must(shown.value instanceof Error && shown.value.message !== '', 'a user is told something');
	return facts.kind;
}

const node = (tool: boolean): INode => ({
	id: 'node',
	name: 'Node',
	type: tool ? 'n8n-nodes-inference-service.inferenceChatTool' : 'inferenceChat',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

export const refusals: Fuzzer<Case> = { name: 'refusals', runs: 1_000, cases, check };
