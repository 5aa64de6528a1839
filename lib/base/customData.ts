import { isRecord } from './record';

/** What n8n keeps with an execution for its list: ten short texts, also those of an execution that was stopped. */
export interface CustomData {
	get(key: string): string;
	set(key: string, value: string): void;
}

/** n8n complains of longer texts. */
export const LONGEST = 255;

/** n8n 2.x passes it to every node of an execution, and throws where there is none (n8n Agents). */
export function customDataOf(context: object): CustomData | undefined {
	try {
		const data: unknown =
			'customData' in context ? context.customData : customDataOfExpressions(context);
		if (isRecord(data) && typeof data.get === 'function' && typeof data.set === 'function') {
			return data as unknown as CustomData;
		}
	} catch {
		return undefined;
	}
	return undefined;
}

/** n8n 1.x offers it to expressions only, as `$execution.customData`. */
function customDataOfExpressions(context: object): unknown {
	if (!('getWorkflowDataProxy' in context)) return undefined;
	const { getWorkflowDataProxy: proxyOf } = context;
	const proxy: unknown = typeof proxyOf === 'function' ? proxyOf.call(context, 0) : undefined;
	const execution = isRecord(proxy) ? proxy.$execution : undefined;
	return isRecord(execution) ? execution.customData : undefined;
}
