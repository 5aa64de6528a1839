import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';

import { keySettings } from '../../lib/output/apiKeyRecord';
import { isRecord } from '../../lib/base/record';
import { clock } from '../../lib/base/clock';
import { badInput, caught, maybeServed } from '../../lib/base/failure';
import { having, readAs } from '../../lib/base/readAs';
import type { Run, Send } from '../../lib/run/plan';

/** No more is asked for than what would be lost: a key without a description is still a key. */
const NEW_KEY = having({ data: having({ id: z.string(), apiKey: z.string().min(1) }) });

const PERHAPS_CREATED =
	'The key may exist all the same, without anyone who knows its secret: look for its description with Get Many, and delete it.';

/** Refuses a limit without its period, a period without a limit, and a key that has expired already. */
export function checkNewKey(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	const limits = isRecord(body.consumptionLimit) ? Object.keys(body.consumptionLimit) : [];
	if (limits.length > 0 && body.limitPeriod === undefined) {
		throw badInput(
			'A spending limit needs a Limit Period, but none was set',
			'Add Limit Period under Spending Limit: Day, Month or Lifetime.',
		);
	}
	if (limits.length === 0 && body.limitPeriod !== undefined) {
		throw badInput(
			'A Limit Period needs a limit, but none was set',
			'Add Limit (USD) or Limit (DIEM) under Spending Limit.',
		);
	}
	const { expiresAt } = body;
	if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= clock.now()) {
		throw badInput(`Expires At must be in the future, but ${expiresAt} was given`);
	}
}

/** Creates the key once and returns its secret, which no later answer has. */
export async function createKey(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
): Promise<INodeExecutionData[]> {
	const answer = await send(options).catch((error: unknown) => {
		const failure = caught(error);
		const cure = maybeServed(failure.facts) ? PERHAPS_CREATED : failure.facts.cure;
		throw failure.as(failure.message, { cure });
	});
	const { data } = read(answer);
	const last6Chars = data.apiKey.slice(-6);
	const settings = keySettings({ last6Chars, ...data });
	run.keep({ apiKeyId: settings.id, description: settings.description });
	return [{ json: { ...settings, apiKey: data.apiKey } }];
}

function read(answer: Parameters<typeof readAs>[0]): z.infer<typeof NEW_KEY> {
	try {
		return readAs(answer, NEW_KEY);
	} catch (error) {
		const failure = caught(error);
		throw failure.as(failure.message, { cure: PERHAPS_CREATED });
	}
}
