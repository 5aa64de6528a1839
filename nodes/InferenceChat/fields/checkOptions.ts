import type { INodeProperties } from 'n8n-workflow';

import { optionGroup } from '../../common/fields/optionGroup';

/** How many answers are paid for at most. */
export const PAID_TRIES_RANGE = { usual: 3, min: 2, max: 10 };

export function checkAnswerGroup(): INodeProperties {
	return optionGroup('Check Answer', 'options.checkAnswer', [
		{
			displayName: 'If the Answer Is Truncated',
			name: 'ifItIsCutOff',
			type: 'options',
			default: 'keep',
			description: 'What to do if the model reached Max Answer Length (Tokens), or its own limit',
			options: [
				{
					name: 'Keep',
					value: 'keep',
					description: 'Use the truncated answer (finish reason "length")',
				},
				{
					name: 'Retry With a Higher Token Limit',
					value: 'askAgain',
					description:
						'Ask for the whole answer with twice the tokens, up to what the model allows. Each try is charged. A chat shows the last answer only.',
				},
			],
		},
		{
			displayName: "If the Answer Doesn't Match the Schema",
			name: 'ifItDoesNotFit',
			type: 'options',
			default: 'fail',
			description:
				'What to do if the answer does not follow the JSON Schema of Response Format. Code fences, text around the JSON and the like are removed first, which costs nothing.',
			options: [
				{
					name: 'Ask Again',
					value: 'askAgain',
					description: 'Tell the model what is wrong. Each try is charged.',
				},
				{
					name: 'Ask the Next Model',
					value: 'askNextModel',
					description:
						'Ask the next one under Fallback Models, within the price limits there, up to Max Paid Tries. Each answer is charged.',
				},
				{
					name: 'Fail',
					value: 'fail',
					description: 'End the item with an error that holds the answer',
				},
				{
					name: 'Mark',
					value: 'mark',
					description: 'Return the answer with "valid": false and its problems',
				},
			],
		},
		{
			displayName: 'Max Paid Tries',
			name: 'maxPaidTries',
			type: 'number',
			typeOptions: {
				minValue: PAID_TRIES_RANGE.min,
				maxValue: PAID_TRIES_RANGE.max,
				numberPrecision: 0,
			},
			default: 3,
			description:
				'Maximum number of answers to pay for, including the first. Max Calls per Run and Max Cost per Run count each of them.',
		},
	]);
}
