import type { IContextObject } from 'n8n-workflow';

/**
 * What n8n keeps with the execution for one node, or for all its nodes (`flow`). Undefined where there is no execution, as for n8n
 * Agents, and in the contexts that have no such memory.
 */
export function executionMemory(context: object, of: 'node' | 'flow'): IContextObject | undefined {
	const { getContext } = context as { getContext?: (of: string) => IContextObject | undefined };
	try {
		return getContext?.call(context, of) ?? undefined;
	} catch {
		return undefined;
	}
}
