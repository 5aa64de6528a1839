import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../core/record';
import { sendEncrypted } from '../privacy/sendEncrypted';
import type { Step } from '../wire/send';
import type { Item } from './item';

/** Sends a chat encrypted to the enclave of its model, once that is verified, where the user demands it; its answer comes back decrypted. */
export const encryptChat: Step<Item> = async (next, item, options, policy) => {
	const { encryption: choices, run } = item;
	if (choices === undefined) return await next(item, options, policy);
	const context = item.context as unknown as IExecuteSingleFunctions;
	// What comes is read once it is decrypted.
	const { readBody = (answer) => answer, ...encryptedPolicy } = policy;
	const answer = await sendEncrypted(
		isRecord(options.body) ? options.body : {},
		{ context, memory: run, choices },
		async (body, headers) => {
			const encryptedOptions = {
				headers: { ...options.headers, ...headers, Accept: 'text/event-stream, application/json' },
				body: body as IDataObject,
				encoding: 'stream' as const,
			};
			return await next(item, { ...options, ...encryptedOptions }, encryptedPolicy);
		},
	);
	return await readBody(answer);
};
