import type { INodeParameters } from 'n8n-workflow';

/** The parameters with more under Options than they have there. */
export function withOptions(
	parameters: INodeParameters | undefined,
	more: INodeParameters,
): INodeParameters {
	const own = parameters?.options as INodeParameters | undefined;
	return { ...parameters, options: { ...own, ...more } };
}

const GROUPS: Record<string, string> = {
	...{ maxCostPerRun: 'cost', maxCallsPerRun: 'cost', dryRun: 'cost', costLabel: 'cost' },
	...{ trackCost: 'cost', allowedPrivacy: 'privacy', includeResponseMetadata: 'otherFields' },
};

/** Settings that operations share, each in its group under Options. */
export function inGroups(settings: object): INodeParameters {
	const groups: Record<string, INodeParameters> = {};
	for (const [name, value] of Object.entries(settings)) {
		const group = (groups[GROUPS[name] ?? 'retriesAndLimits'] ??= {});
		group[name] = value as INodeParameters[string];
	}
	return groups;
}
