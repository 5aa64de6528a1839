import type { INodeExecutionData } from 'n8n-workflow';

/** Whether what stands under the name of an error says anything: some servers fill it in for what went well. */
export function saysSomething(error: unknown): boolean {
	if (typeof error === 'object') return Object.values(error ?? {}).some(saysSomething);
	return typeof error === 'string' ? error.trim() !== '' : Boolean(error);
}

/**
 * A good item without a top-level `error`, which n8n takes for a failed run, so that Retry On Fail pays for it again. What the service
 * said under that name is in `serviceError`.
 */
export function withErrorAsServiceError(item: INodeExecutionData): INodeExecutionData {
	if (!Object.hasOwn(item.json, 'error')) return item;
	const { error, ...others } = item.json;
	return { ...item, json: saysSomething(error) ? { ...others, serviceError: error } : others };
}
