import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { parsedJson } from '../../lib/fields/parseJson';
import { badInput } from '../../lib/core/failure';

export function subjectFields(): INodeProperties[] {
	return [
		{
			displayName: 'Decide About',
			name: 'about',
			type: 'options',
			default: 'item',
			description: 'What the questions are about',
			options: [
				{ name: 'All Fields of the Item', value: 'item' },
				{ name: 'JSON', value: 'json', description: 'Some fields, or data from several items' },
				{ name: 'Text', value: 'text' },
			],
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. My payouts have failed for three days, and I have had no reply',
			description: 'Text that the questions are about',
			displayOptions: { show: { about: ['text'] } },
		},
		{
			displayName: 'JSON',
			name: 'stateJson',
			type: 'json',
			typeOptions: { rows: 4 },
			default: '={{ $json }}',
			required: true,
			placeholder: 'e.g. { "ticket": { "subject": "Duplicate charge" }, "plan": "pro" }',
			description: 'JSON object or array that the questions are about. They can name its fields.',
			displayOptions: { show: { about: ['json'] } },
		},
	];
}

/** The state to send; throws a ServiceFailure when there is none. */
export function readSubject(context: IExecuteSingleFunctions): unknown {
	switch (context.getNodeParameter('about', 'item')) {
		case 'text': {
			const text = String(context.getNodeParameter('text', '') ?? '');
			if (text.trim() === '') throw badInput('Text must not be empty');
			return text;
		}
		case 'json': {
			const state = parsedJson(context.getNodeParameter('stateJson', ''), 'JSON');
			if (typeof state === 'object' && state !== null) return state;
			throw badInput('JSON must be a JSON object or array');
		}
		default: {
			const { json } = context.getInputData();
			if (Object.keys(json).length > 0) return json;
			throw badInput(
				'The item is empty, so there is nothing to decide about',
				'Set Decide About to Text or JSON, or connect a node that returns data.',
			);
		}
	}
}
