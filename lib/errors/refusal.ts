import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { requestId } from '../base/answer';
import { paymentFacts } from './errorHints';
import { explain } from './explain';
import { chargeOf, ServiceFailure } from '../base/failure';

/** The response, when its status is a 2xx; throws the ServiceFailure that any other is. */
export function requireSuccess<T extends IN8nHttpFullResponse>(response: T, paid = false): T {
	if (response.statusCode >= 200 && response.statusCode < 300) return response;
	throw refusal(response, paid);
}

/** The failure that an answer with another status than 2xx is, explained. */
function refusal(response: IN8nHttpFullResponse, paid: boolean): ServiceFailure {
	const body: unknown = response.body;
	const { message, cure, code, fields } = explain(response.statusCode, body);
	const own = { kind: 'refused', status: response.statusCode, code } as const;
	return new ServiceFailure(message, {
		...own,
		...{ cure, fields },
		charge: chargeOf(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(response.statusCode === 402 ? { details: paymentFacts(body) } : {}),
	});
}
