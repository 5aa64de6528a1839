import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isServed, requestId } from '../base/answer';
import { paymentFacts } from './errorHints';
import { explain } from './explain';
import { chargeOf, ServiceFailure } from '../base/failure';

/** The response, when it is served; throws the ServiceFailure that any other is. */
export function requireSuccess<T extends IN8nHttpFullResponse>(response: T, paid = false): T {
	if (isServed(response)) return response;
	throw refusal(response, paid);
}

/** The failure that an answer with another status than 2xx is, explained. */
function refusal(response: IN8nHttpFullResponse, paid: boolean): ServiceFailure {
	// A part of an answer says nothing in words.
	const isPartial = response.statusCode < 300;
	const body: unknown = isPartial ? undefined : response.body;
	const { message, cure, code, fields } = explain(response.statusCode, body);
	const kind = isPartial ? 'malformed' : 'refused';
	const own = { kind, status: response.statusCode, code } as const;
	return new ServiceFailure(message, {
		...own,
		...{ cure, fields },
		charge: chargeOf(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(response.statusCode === 402 ? { details: paymentFacts(body) } : {}),
	});
}
