import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { questionsOf, readDecisions, wireQuestions } from '../../../lib/chat/decisions';
import { readNumber } from '../../../lib/fields/readParameter';
import { mergeIntoBody } from '../../../lib/wire/body';
import { addDefaultModel, checkModelChoice } from '../../../lib/models/chooseModel';
import type { Operation } from '../../../lib/run/operation';
import { priceOfDecisions } from '../../../lib/cost/operationPrices';
import { tokenFields } from '../../../lib/cost/tokens';
import { modelField } from '../../common/fields/model';
import { optionsField } from '../../common/fields/optionGroup';
import { questionsField } from '../questionsField';
import { subjectFields, readSubject } from '../subject';

const DEFAULT_MIN_CONFIDENCE = 0.8;

export const decide = {
	option: {
		name: 'Decide',
		value: 'decide',
		action: 'Answer yes/no, choose or score',
		description: 'Answer questions about an item or a text, each with a probability',
		routing: { request: { method: 'POST', url: '/decisions' } },
	},
	price: priceOfDecisions,
	keepsInputFields: true,
	prepare: [checkModelChoice(), addQuestions],
	beforeSend: [addDefaultModel('decision')],
	async read(answer) {
		const { usage, ...decisions } = readDecisions(
			answer,
			readQuestions(this),
			readMinConfidence(this),
		);
		return [{ json: { ...decisions, ...tokenFields(usage) } as IDataObject }];
	},
	fields: [
		modelField({
			search: 'searchDecisionModels',
			description: 'Decision model to use. Leave empty to use the service default.',
		}),
		...subjectFields(),
		questionsField(),
		optionsField([
			{
				displayName: 'Min Confidence',
				name: 'minConfidence',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
				default: DEFAULT_MIN_CONFIDENCE,
				description:
					'Confidence from 0 to 1 that an answer needs. Below it, the answer and the item have "unsure": true.',
			},
		]),
	],
} satisfies Operation;

function addQuestions(this: IExecuteSingleFunctions, request: IHttpRequestOptions): void {
	readMinConfidence(this);
	mergeIntoBody(request, {
		state: readSubject(this),
		questions: wireQuestions(readQuestions(this)),
	});
}

function readQuestions(context: IExecuteSingleFunctions) {
	return questionsOf(context.getNodeParameter('questions.question', []));
}

function readMinConfidence(context: IExecuteSingleFunctions): number {
	const rule = { label: 'Min Confidence', min: 0, max: 1 };
	return readNumber(context, 'options.minConfidence', DEFAULT_MIN_CONFIDENCE, rule);
}
