import type { INodeParameters } from 'n8n-workflow';

/** The parameters with more under Options than they have there. */
export function withOptions(
	parameters: INodeParameters | undefined,
	more: INodeParameters,
): INodeParameters {
	const own = parameters?.options as INodeParameters | undefined;
	return { ...parameters, options: { ...own, ...more } };
}
