import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testServiceKey } from '../common/credentialTests';
import { BUILDER_HINTS } from '../common/builderHints';
import { triggerSubtitle } from '../common/subtitle';
import { pollUsage } from './pollUsage';
import { triggerFields } from './triggerFields';

export class InferenceUsageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Inference Usage Trigger',
		name: 'inferenceUsageTrigger',
		icon: {
			light: 'file:../../icons/usage.svg',
			dark: 'file:../../icons/usage.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle({
			entries: 'Each charge',
			summary: 'Summary per check',
			threshold: 'Spend threshold',
		}),
		description: 'Starts the workflow when the account is charged',
		builderHint: BUILDER_HINTS.inferenceUsageTrigger,
		defaults: { name: 'Inference Usage Trigger' },
		polling: true,
		eventTriggerDescription: 'Make a paid call, or wait for the next charge of the account',
		activationMessage:
			'Your workflow now starts on each new charge, or when spend passes a threshold. Charges made before now are not emitted unless you chose a start date.',
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'inferenceServiceApi', required: true, testedBy: 'testServiceKey' }],
		properties: triggerFields(),
	};

	methods = { credentialTest: { testServiceKey } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollUsage(this);
	}
}
