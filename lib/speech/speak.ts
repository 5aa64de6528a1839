import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { storeAnswerFile, type OutputFileOptions } from '../files/outputFile';
import type { Item } from '../run/item';
import { textPartFailure } from './unfinishedFailure';
import { itemPerPart, joinedItemOrParts, type SpokenPart } from './joinSpeech';
import { readLongTextMode, splitIntoParts } from './speechText';

/** Speaks the text, a long one part by part in order, and returns it as the user wants it. */
export async function speak(item: Item): Promise<INodeExecutionData[]> {
	const { context, request } = item;
	const body = isRecord(request.body) ? request.body : {};
	const texts = splitIntoParts(String(body.input ?? ''));
	// Without one, the model decides.
	const format = String(context.parameters.options.outputFormat ?? '') || undefined;
	const fileOptions: OutputFileOptions = { kind: 'audio', stem: 'speech', format };
	const [only = ''] = texts;
	if (texts.length === 1) {
		const { made } = await speakText(item, request, only, fileOptions);
		return [{ ...made, json: { ...made.json, characters: only.length, parts: 1 } }];
	}
	const parts = await speakParts(item, texts, fileOptions);
	return await toWantedItems(context, parts, fileOptions);
}

/**
 * Speaks one text; `sent` is the request, without its text, that another model than the chosen one answered. `keepsModel` asks no other one.
 */
export async function speakText(
	{ context, send, charges }: Item,
	request: IHttpRequestOptions,
	text: string,
	fileOptions: OutputFileOptions,
	keepsModel = false,
): Promise<{ made: INodeExecutionData; sent?: IDataObject }> {
	const body = { ...(isRecord(request.body) ? request.body : {}), input: text } as IDataObject;
	const answer = await send({ ...request, body }, { keepsModel });
	const made = await storeAnswerFile(context, answer, fileOptions);
	const cost = (await charges.setCost()) as IDataObject | null;
	const { fallback, sent } = answer;
	const json = { ...made.json, cost, ...(fallback === undefined ? {} : { fallback }) };
	if (sent === undefined) return { made: { ...made, json } };
	return { made: { ...made, json }, sent: { ...sent, input: '' } as IDataObject };
}

/** A text stays with the model, and so with the voice, of its first part. */
async function speakParts(
	item: Item,
	texts: string[],
	fileOptions: OutputFileOptions,
): Promise<SpokenPart[]> {
	const { request: built, run, savedAnswers } = item;
	const parts: SpokenPart[] = [];
	const digits = String(texts.length).length;
	let request = built;
	for (const [index, text] of texts.entries()) {
		const suffix = `-${String(index + 1).padStart(digits, '0')}`;
		const make = async (): Promise<SpokenPart> => {
			const wanted = { ...fileOptions, suffix };
			const { made, sent } = await speakText(item, request, text, wanted, index > 0);
			const [binary] = Object.values(made.binary ?? {});
			if (binary === undefined) throw new TypeError('A file was expected');
			const json = { ...made.json, characters: text.length, part: index + 1 };
			return { binary, json, ...(sent === undefined ? {} : { sent }) };
		};
		try {
			const part = await savedAnswers.once(hashOf([index, built.body, text]), make);
			if (part.sent !== undefined) request = { ...built, body: part.sent };
			const { requestId, model } = part.json;
			run.recordPaidWork({ part: index + 1, parts: texts.length, requestId, model });
			parts.push(part);
		} catch (error) {
			throw error instanceof ServiceFailure
				? await textPartFailure(item, error, parts, texts)
				: error;
		}
	}
	return parts;
}

async function toWantedItems(
	context: ItemContext,
	parts: SpokenPart[],
	fileOptions: OutputFileOptions,
): Promise<INodeExecutionData[]> {
	if (readLongTextMode(context) === 'parts') return itemPerPart(context, parts, {});
	return await joinedItemOrParts(context, parts, fileOptions, {
		characters: parts.reduce((sum, { json }) => sum + Number(json.characters), 0),
		...(parts[0]?.json.fallback === undefined ? {} : { fallback: parts[0].json.fallback }),
	});
}
