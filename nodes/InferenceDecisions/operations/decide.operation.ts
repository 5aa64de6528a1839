import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../../lib/core/execution';
import { badInput, emptyInput } from '../../../lib/core/failure';
import { wireQuestions } from '../../../lib/chat/decisions';
import { priceOfDecisions } from '../../../lib/cost/operationPrices';
import { parsedJson } from '../../../lib/fields/parseJson';
import { addDefaultModel, checkModelChoice } from '../../../lib/models/chooseModel';
import { requireNextModel } from '../../../lib/run/fallback/nextModel';
import type { Operation } from '../../../lib/run/operation';
import { mergeIntoBody } from '../../../lib/wire/body';
import { fallbackModelsGroup } from '../../common/fields/fallbackModels';
import { optionsField } from '../../common/fields/optionGroup';
import { modelField } from '../../common/fields/picker';
import { DECISION_FALLBACK } from '../decisionFallback';
import {
	asksNextModel,
	decideUntilSure,
	DEFAULT_MIN_CONFIDENCE,
	readQuestions,
	remakeDecisions,
} from '../decideUntilSure';

export const decide = {
	option: {
		name: 'Decide',
		value: 'decide',
		action: 'Answer yes/no, choose or score',
		description: 'Answer questions about an item or a text, each with a probability',
		routing: { request: { method: 'POST', url: '/decisions' } },
	},
	price: priceOfDecisions,
	fallback: DECISION_FALLBACK,
	keepsInputFields: true,
	prepare: [checkModelChoice(), addQuestions, requireNextModel(asksNextModel)],
	beforeSend: [addDefaultModel('decision')],
	make: decideUntilSure,
	remake: remakeDecisions,
	fields: [
		modelField({
			search: 'searchDecisionModels',
			description: 'Decision model to use. Leave empty to use the service default.',
		}),
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
		{
			displayName: 'Questions',
			name: 'questions',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: { question: [{ answerName: '', type: 'yesOrNo', instructions: '' }] },
			required: true,
			placeholder: 'Add Question',
			description: 'What to answer. Each question is answered on its own.',
			options: [{ displayName: 'Question', name: 'question', values: questionRowFields() }],
		},
		optionsField(
			[
				{
					displayName: 'Min Confidence',
					name: 'minConfidence',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
					default: DEFAULT_MIN_CONFIDENCE,
					description:
						'Confidence from 0 to 1 that an answer needs. Below it, the answer and the item have "unsure": true.',
				},
				{
					displayName: 'If Unsure',
					name: 'ifUnsure',
					type: 'options',
					default: 'keep',
					description: 'What to do if an answer is below Min Confidence',
					options: [
						{
							name: 'Ask the Next Model',
							value: 'askNextModel',
							description:
								'Ask the next one under Fallback Models, within the price limits there, until all answers are sure. Each request is charged.',
						},
						{ name: 'Keep', value: 'keep', description: 'Return the answers with "unsure": true' },
					],
				},
			],
			[fallbackModelsGroup(DECISION_FALLBACK)],
		),
	],
} satisfies Operation;

function addQuestions(this: ItemContext, request: IHttpRequestOptions): void {
	mergeIntoBody(request, {
		state: readSubject(this),
		questions: wireQuestions(readQuestions(this)),
	});
}

/** The state to send; throws a ServiceFailure when there is none. */
function readSubject(context: ItemContext): unknown {
	switch (context.parameters.about ?? 'item') {
		case 'text': {
			const text = String(context.parameters.text ?? '');
			if (text.trim() === '') throw emptyInput('Text');
			return text;
		}
		case 'json': {
			const state = parsedJson(context.parameters.stateJson ?? '', 'JSON');
			if (typeof state === 'object' && state !== null) return state;
			throw badInput(
				'JSON must be a JSON object or array',
				'Let the expression return the value itself, such as {{ $json }}.',
			);
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

function questionRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Answer Name',
			name: 'answerName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. wants_refund',
			description: 'Name of the answer in the output',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'yesOrNo',
			options: [
				{ name: 'Choice', value: 'choice', description: 'One of several choices' },
				{ name: 'Score', value: 'score', description: 'A position on an ordered scale' },
				{ name: 'Yes or No', value: 'yesOrNo', description: 'How likely a statement is true' },
			],
		},
		{
			displayName: 'Question',
			name: 'instructions',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			required: true,
			placeholder: 'e.g. Does the customer ask for money back?',
			description: 'Question to answer, in a whole sentence. It can name fields of the data.',
		},
		{
			displayName: 'Yes Means',
			name: 'yes',
			type: 'string',
			default: '',
			placeholder: 'e.g. The customer asks for money back',
			description: 'When the answer is yes. Leave empty if the question is clear.',
			displayOptions: { show: { type: ['yesOrNo'] } },
		},
		{
			displayName: 'No Means',
			name: 'no',
			type: 'string',
			default: '',
			placeholder: 'e.g. The customer does not ask for money back',
			description: 'When the answer is no. Leave empty if the question is clear.',
			displayOptions: { show: { type: ['yesOrNo'] } },
		},
		{
			displayName: 'Choices',
			name: 'choices',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: {},
			placeholder: 'Add Choice',
			description:
				'What to choose from. Add a choice such as "other" if your choices may not cover every case.',
			displayOptions: { show: { type: ['choice'] } },
			options: [
				{
					displayName: 'Choice',
					name: 'choice',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. billing',
							description: 'Name of the choice in the output',
						},
						{
							displayName: 'Description',
							name: 'description',
							type: 'string',
							default: '',
							placeholder: 'e.g. Payments, invoices or refunds',
							description: 'When to choose it',
						},
					],
				},
			],
		},
		{
			displayName: 'Levels',
			name: 'levels',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Calm\nAnnoyed\nFurious',
			description: 'Levels of the scale, one per line, lowest first. The lowest scores 0.',
			displayOptions: { show: { type: ['score'] } },
		},
	];
}
