import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../../lib/core/execution';
import type { Operation } from '../../../lib/run/operation';
import { textCombiner } from '../../../lib/chat/combineTexts';
import { priceOfEmbeddings } from '../../../lib/cost/operationPrices';
import { addDefaultModel, checkModelChoice } from '../../../lib/models/chooseModel';
import { modelField } from '../../common/fields/picker';
import { optionsField } from '../../common/fields/optionGroup';
import { vectorOptions } from '../../common/fields/vectorOptions';
import { jsonArray } from '../../../lib/fields/parseJson';
import { tokenFields } from '../../../lib/cost/tokens';
import { readEmbeddings } from '../../../lib/chat/readEmbeddings';
import { checkedTexts } from '../../../lib/chat/embeddingInput';
import type { Answer } from '../../../lib/core/answer';
import { isRecord, type Json } from '../../../lib/core/record';
import { emptyInput } from '../../../lib/core/failure';

export const createEmbeddings = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create embeddings',
		description: 'Turn one or many texts into vectors for semantic search and comparison',
		routing: { request: { method: 'POST', url: '/embeddings' } },
	},
	price: priceOfEmbeddings,
	reusesIdentical: true,
	combine: textCombiner,
	prepare: [checkModelChoice(), addTexts],
	beforeSend: [addDefaultModel('embedding')],
	read: readVectors,
	fields: [
		modelField({
			search: 'searchEmbeddingModels',
			description:
				'Model to use. Leave empty to use the service default. Vectors of different models cannot be compared.',
		}),
		{
			displayName: 'Input Type',
			name: 'input',
			type: 'options',
			default: 'text',
			description: 'How to provide the texts',
			options: [
				{
					name: 'Field of the Item',
					value: 'field',
					description: 'A field of the input item that holds a text or a list of texts',
				},
				{
					name: 'JSON Array',
					value: 'json',
					description: 'A list of texts from an expression',
				},
				{ name: 'List of Texts', value: 'list', description: 'Texts entered one by one' },
				{ name: 'Text', value: 'text', description: 'One text' },
			],
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. How do I return a parcel?',
			description: 'Text to turn into a vector',
			displayOptions: { show: { input: ['text'] } },
		},
		{
			displayName: 'Texts',
			name: 'texts',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Text' },
			default: [],
			placeholder: 'e.g. How do I return a parcel?',
			description: 'Texts to turn into vectors, up to 2,048',
			displayOptions: { show: { input: ['list'] } },
		},
		{
			displayName: 'Field Name',
			name: 'fieldName',
			type: 'string',
			required: true,
			default: 'text',
			placeholder: 'e.g. document.chunks',
			description: 'Name of the field. Use dots for nested fields.',
			displayOptions: { show: { input: ['field'] } },
		},
		{
			displayName: 'Texts (JSON)',
			name: 'textsJson',
			type: 'json',
			typeOptions: { rows: 4 },
			default: '[]',
			placeholder: 'e.g. ["First text", "Second text"]',
			description: 'JSON array of up to 2,048 texts',
			displayOptions: { show: { input: ['json'] } },
		},
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'items',
			options: [
				{
					name: 'One Item per Text',
					value: 'items',
					description: 'Each with its text. Usage is for the whole request.',
				},
				{
					name: 'One Item With All Vectors',
					value: 'single',
					description: 'Texts and vectors in two lists in the same order',
				},
			],
		},
		optionsField([
			...vectorOptions(),
			{
				displayName: 'Combine Items',
				name: 'combineItems',
				type: 'boolean',
				default: true,
				description:
					'Whether to send the texts of several items in one request, up to 2,048. Each item gets its own vectors, and its share of the usage and cost by the length of its texts.',
			},
		]),
	],
} satisfies Operation;

function addTexts(this: ItemContext, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	options.body = { ...body, input: readTexts(this) } as IDataObject;
}

/** One item a text, or one with all vectors, as the user chose. */
async function readVectors(this: ItemContext, answer: Answer): Promise<INodeExecutionData[]> {
	const texts = [readTexts(this)].flat();
	const { vectors, problems, model, usage } = readEmbeddings(
		answer,
		texts.length,
		this.parameters.options.dimensions ?? '',
	);
	const facts = {
		dimensions: vectors.find((vector) => vector !== null)?.length ?? 0,
		model,
		...inputTokenFields(usage),
	} as IDataObject;
	if (this.parameters.outputAs === 'single') {
		const found = [...problems.values()].map(({ message }) => message);
		const marks = found.length === 0 ? {} : { problems: found };
		return [{ json: { count: texts.length, texts, embeddings: vectors, ...marks, ...facts } }];
	}
	return vectors.map((embedding, index) => {
		const problem = problems.get(index)?.message;
		const marks = problem === undefined ? {} : { problem };
		return { json: { index, text: texts[index], embedding, ...marks, ...facts } };
	});
}

/** Embeddings have no output tokens; where the service counts some, the item shows them. */
function inputTokenFields(usage: unknown): Json {
	const { outputTokens, ...counted } = tokenFields(usage);
	return outputTokens === 0 || outputTokens === null ? counted : { ...counted, outputTokens };
}

function readTexts(context: ItemContext): string | string[] {
	switch (context.parameters.input) {
		case 'list':
			return checkedTexts([context.parameters.texts ?? []].flat(), 'Texts');
		case 'field': {
			const name = String(context.parameters.fieldName ?? '').trim();
			if (name === '') throw emptyInput('Field Name');
			return checkedTexts(valueAt(context.getInputData()?.json, name), `Field "${name}"`);
		}
		case 'json':
			return checkedTexts(
				jsonArray(context.parameters.textsJson ?? '', 'Texts (JSON)'),
				'Texts (JSON)',
			);
		default:
			return checkedTexts(context.parameters.text ?? '', 'Text');
	}
}

/** The value under a name, or under the path that its dots make. */
function valueAt(json: unknown, name: string): unknown {
	if (isRecord(json) && name in json) return json[name];
	return name
		.split('.')
		.reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), json);
}
