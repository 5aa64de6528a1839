import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { jsonArray } from '../../lib/fields/parseJson';
import { tokenFields } from '../../lib/cost/tokens';
import { readEmbeddings } from '../../lib/chat/readEmbeddings';
import { checkedTexts } from '../../lib/chat/embeddingInput';
import type { Prepare, ReadAnswer } from '../../lib/wire/send';
import { isRecord, type Json } from '../../lib/core/record';
import { badInput } from '../../lib/core/failure';

export const addTexts: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	options.body = { ...body, input: readTexts(this) } as IDataObject;
};

/** One item a text, or one with all vectors, as the user chose. */
export const readVectors: ReadAnswer = async function (answer) {
	const texts = [readTexts(this)].flat();
	const { vectors, problems, model, usage } = readEmbeddings(
		answer,
		texts.length,
		this.getNodeParameter('options.dimensions', ''),
	);
	const facts = {
		dimensions: vectors.find((vector) => vector !== null)?.length ?? 0,
		model,
		...inputTokenFields(usage),
	} as IDataObject;
	if (this.getNodeParameter('outputAs', 'items') === 'single') {
		const found = [...problems.values()].map(({ message }) => message);
		const marks = found.length === 0 ? {} : { problems: found };
		return [{ json: { count: texts.length, texts, embeddings: vectors, ...marks, ...facts } }];
	}
	return vectors.map((embedding, index) => {
		const problem = problems.get(index)?.message;
		const marks = problem === undefined ? {} : { problem };
		return { json: { index, text: texts[index], embedding, ...marks, ...facts } };
	});
};

/** Embeddings have no output tokens; where the service counts some, the item shows them. */
function inputTokenFields(usage: unknown): Json {
	const { outputTokens, ...counted } = tokenFields(usage);
	return outputTokens === 0 || outputTokens === null ? counted : { ...counted, outputTokens };
}

function readTexts(context: IExecuteSingleFunctions): string | string[] {
	switch (context.getNodeParameter('input')) {
		case 'list':
			return checkedTexts([context.getNodeParameter('texts', [])].flat(), 'Texts');
		case 'field': {
			const name = String(context.getNodeParameter('fieldName', '') ?? '').trim();
			if (name === '') throw badInput('Field Name must not be empty');
			return checkedTexts(valueAt(context.getInputData()?.json, name), `Field "${name}"`);
		}
		case 'json':
			return checkedTexts(
				jsonArray(context.getNodeParameter('textsJson', ''), 'Texts (JSON)'),
				'Texts (JSON)',
			);
		default:
			return checkedTexts(context.getNodeParameter('text', ''), 'Text');
	}
}

/** The value under a name, or under the path that its dots make. */
function valueAt(json: unknown, name: string): unknown {
	if (isRecord(json) && name in json) return json[name];
	return name
		.split('.')
		.reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), json);
}
