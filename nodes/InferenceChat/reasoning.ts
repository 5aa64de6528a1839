import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { isRecord, type Json } from '../../lib/core/record';

/** Values of Reasoning that are no effort: nothing is sent, or what turns it off. */
export const MODEL_DECIDES = 'auto';
export const REASONING_OFF = 'off';

/** The request of a chat with what was chosen for its reasoning in the ways that the interface has for it (docs/maintainers/service.md#chat). */
export function withReasoning(body: Json, { showReasoning: shows }: Json): Json {
	const { reasoning_effort: chosen, ...others } = body;
	if (chosen === REASONING_OFF) {
		return {
			...others,
			reasoning: { enabled: false },
			...withSwitches(others, { disable_thinking: true }),
		};
	}
	return {
		...others,
		...(chosen !== undefined && chosen !== MODEL_DECIDES && { reasoning_effort: chosen }),
		// Some models show a summary alone, and only if they are asked for one.
		...(shows === true && { reasoning: { summary: 'auto' } }),
		...(shows === false && withSwitches(others, { strip_thinking_response: true })),
	};
}

function withSwitches({ service_parameters: set }: Json, more: Json): Json {
	return { service_parameters: { ...(isRecord(set) ? set : {}), ...more } };
}

/** The same for an item of Inference Chat. */
export function addReasoning(this: ItemContext, request: IHttpRequestOptions): void {
	const body = isRecord(request.body) ? request.body : {};
	request.body = withReasoning(body, this.parameters.options) as typeof request.body;
}
