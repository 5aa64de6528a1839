import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { requestId } from '../http/answer';
import { decodeBody, isStream, readAll } from '../http/decodeBody';
import { paymentFacts } from './errorHints';
import { explain } from './explain';
import { chargeOf, ServiceFailure } from './failure';

const ERROR_BODY_LIMIT = 1_000_000;

/** The response, when its status is a 2xx; throws the ServiceFailure that any other is. */
export async function requireSuccess<T extends IN8nHttpFullResponse>(
	response: T,
	paid = false,
): Promise<T> {
	if (response.statusCode >= 200 && response.statusCode < 300) return response;
	throw await refusal(response, paid);
}

/** The failure that an answer with another status than 2xx is, explained. */
async function refusal(response: IN8nHttpFullResponse, paid: boolean): Promise<ServiceFailure> {
	const raw: unknown = response.body;
	let bytes: unknown = raw;
	if (isStream(raw)) {
		try {
			bytes = await readAll(raw, ERROR_BODY_LIMIT);
		} catch {
			bytes = '';
		}
	}
	const body = decodeBody(bytes);
	const { message, cure, code } = explain(response.statusCode, body);
	const own = { kind: 'refused', status: response.statusCode, code } as const;
	return new ServiceFailure(message, {
		...own,
		cure,
		charge: chargeOf(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(response.statusCode === 402 ? { details: paymentFacts(body) } : {}),
	});
}
