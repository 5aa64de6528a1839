import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { isRecord } from '../core/record';
import { sendEncrypted } from '../privacy/sendEncrypted';
import type { Step } from '../wire/send';
import type { Payer } from './payer';

/** Sends a chat encrypted to the enclave of its model, once that is verified, where the user demands it; its answer comes back decrypted. */
export const encryptChat: Step<Payer> = async (next, call) => {
	const { payer, request } = call;
	const { encryption: choices, run } = payer;
	if (choices === undefined) return await next(call);
	const context = payer.context as unknown as IExecuteSingleFunctions;
	// What comes is read once it is decrypted.
	const { readBody = (answer: Answer) => answer } = call;
	const answer = await sendEncrypted(
		isRecord(request.body) ? request.body : {},
		{ context, memory: run, choices },
		async (body, headers) => {
			const encrypted = {
				...request,
				headers: { ...request.headers, ...headers, Accept: 'text/event-stream, application/json' },
				body: body as IDataObject,
				encoding: 'stream' as const,
			};
			return await next({ ...call, request: encrypted, readBody: undefined });
		},
	);
	return await readBody(answer);
};
