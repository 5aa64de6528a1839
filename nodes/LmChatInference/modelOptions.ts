import type { INodeProperties } from 'n8n-workflow';

import { answerOptions } from '../InferenceChat/fields/answerOptions';
import { chatOptions } from '../InferenceChat/fields/chatOptions';
import { parallelToolCallsField } from '../InferenceChat/fields/toolOptions';
import { subNodeCostGroup } from '../common/fields/cost';
import { optionGroup } from '../common/fields/optionGroup';
import { otherFieldsGroupOfSubNode } from '../common/fields/otherFieldsGroup';
import { encryptionFields, privacyGroup } from '../common/fields/privacy';
import { subNodeRetriesAndLimitsGroup } from '../common/fields/retriesAndLimits';

/** What an agent or chain sets itself, and what it could not use. */
const LEFT_OUT_FIELDS = ['enableStreaming', 'n', 'logprobs', 'topLogprobs'];

/** The settings of Inference Chat that a chat model can have, in the same groups; the tools are those of the agent. */
export function modelOptionsField(): INodeProperties {
	const answer = [
		...withoutLeftOut(answerOptions()),
		parallelToolCallsField(),
		showToolPicturesField(),
	];
	const all = chatOptions(answer, modelFilterField());
	return optionGroup('Options', 'options', [
		...all.map((one) =>
			one.type === 'collection' ? { ...one, options: withoutLeftOut(one.options ?? []) } : one,
		),
		otherFieldsGroupOfSubNode(),
		privacyGroup(encryptionFields()),
		subNodeCostGroup('text'),
		subNodeRetriesAndLimitsGroup(),
	]);
}

function withoutLeftOut<T extends { name: string }>(fields: T[]): T[] {
	return fields.filter(({ name }) => !LEFT_OUT_FIELDS.includes(name));
}

function showToolPicturesField(): INodeProperties {
	return {
		displayName: 'Show Tool Pictures to the Model',
		name: 'showToolPictures',
		type: 'boolean',
		default: false,
		description:
			'Whether the model sees the last four pictures that Inference tools made for it, instead of their links alone. The model must read images. Each picture counts as about 1,500 tokens of the prompt.',
	};
}

function modelFilterField(): INodeProperties {
	return {
		displayName: 'Model Filter',
		name: 'modelFilter',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Filters the list of models. The selected model is kept.',
		options: [
			{
				displayName: 'Abilities',
				name: 'abilities',
				type: 'multiOptions',
				default: ['supportsFunctionCalling'],
				description: 'What a model must be able to do',
				options: [
					{
						name: 'Function Calling',
						value: 'supportsFunctionCalling',
						description: 'Needed by agents, and by chains with an output parser',
					},
					{ name: 'JSON Schema', value: 'supportsResponseSchema' },
					{ name: 'Reasoning', value: 'supportsReasoning' },
					{ name: 'Vision', value: 'supportsVision' },
					{ name: 'Web Search', value: 'supportsWebSearch' },
				],
			},
			{
				displayName: 'Max Output Price (USD per 1M Tokens)',
				name: 'maxOutputPrice',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 10,
				description: 'Maximum price of the answer',
			},
			{
				displayName: 'Min Context (Tokens)',
				name: 'minContext',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 128000,
				description: 'Minimum context window, which the conversation and the answer share',
			},
		],
	};
}
