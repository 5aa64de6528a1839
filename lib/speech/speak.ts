import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { storeAnswerFile, type OutputFileOptions } from '../files/outputFile';
import type { ItemRun, SendRequest, SendAll } from '../wire/send';
import { textPartFailure } from './unfinishedFailure';
import { itemPerPart, joinedItemOrParts, type SpokenPart } from './joinSpeech';
import { readLongTextMode, splitIntoParts } from './speechText';

export interface SpeechSender {
	send: SendRequest;
	run: ItemRun;
	/** Whether no other model is asked when the one in the request does not answer. */
	keepsModel?: boolean;
}

/** Speaks the text, a long one part by part in order, and returns it as the user wants it. */
export const speak: SendAll = async function (options, send, run) {
	const body = isRecord(options.body) ? options.body : {};
	const texts = splitIntoParts(String(body.input ?? ''));
	// Without one, the model decides.
	const format = String(this.getNodeParameter('options.outputFormat', '')) || undefined;
	const fileOptions: OutputFileOptions = { kind: 'audio', stem: 'speech', format };
	const [only = ''] = texts;
	if (texts.length === 1) {
		const { item } = await speakText.call(this, options, { send, run }, only, fileOptions);
		return [{ ...item, json: { ...item.json, characters: only.length, parts: 1 } }];
	}
	const parts = await speakParts.call(this, options, { send, run }, texts, fileOptions);
	return await toWantedItems(this, parts, fileOptions);
};

/** Speaks one text; `sent` is the request, without its text, that another model than the chosen one answered. */
export async function speakText(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	{ send, run, keepsModel }: SpeechSender,
	text: string,
	fileOptions: OutputFileOptions,
): Promise<{ item: INodeExecutionData; sent?: IDataObject }> {
	const body = { ...(isRecord(options.body) ? options.body : {}), input: text } as IDataObject;
	const answer = await send({ ...options, body }, { keepsModel });
	const item = await storeAnswerFile(this, answer, fileOptions);
	const cost = (await run.cost()) as IDataObject | null;
	const { fallback, sent } = answer;
	const json = { ...item.json, cost, ...(fallback === undefined ? {} : { fallback }) };
	if (sent === undefined) return { item: { ...item, json } };
	return { item: { ...item, json }, sent: { ...sent, input: '' } as IDataObject };
}

/** A text stays with the model, and so with the voice, of its first part. */
async function speakParts(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	{ send, run }: SpeechSender,
	texts: string[],
	fileOptions: OutputFileOptions,
): Promise<SpokenPart[]> {
	const parts: SpokenPart[] = [];
	const digits = String(texts.length).length;
	let request = options;
	for (const [index, text] of texts.entries()) {
		const suffix = `-${String(index + 1).padStart(digits, '0')}`;
		const sender = { send, run, keepsModel: index > 0 };
		const make = async (): Promise<SpokenPart> => {
			const wanted = { ...fileOptions, suffix };
			const { item, sent } = await speakText.call(this, request, sender, text, wanted);
			const [binary] = Object.values(item.binary ?? {});
			if (binary === undefined) throw new TypeError('A file was expected');
			const json = { ...item.json, characters: text.length, part: index + 1 };
			return { binary, json, ...(sent === undefined ? {} : { sent }) };
		};
		try {
			const part = await run.savedAnswers.once(hashOf([index, options.body, text]), make);
			if (part.sent !== undefined) request = { ...options, body: part.sent };
			const { requestId, model } = part.json;
			run.recordPaidWork({ part: index + 1, parts: texts.length, requestId, model });
			parts.push(part);
		} catch (error) {
			throw error instanceof ServiceFailure
				? await textPartFailure(this, error, run, parts, texts)
				: error;
		}
	}
	return parts;
}

async function toWantedItems(
	context: IExecuteSingleFunctions,
	parts: SpokenPart[],
	fileOptions: OutputFileOptions,
): Promise<INodeExecutionData[]> {
	if (readLongTextMode(context) === 'parts') return itemPerPart(context, parts, {});
	return await joinedItemOrParts(context, parts, fileOptions, {
		characters: parts.reduce((sum, { json }) => sum + Number(json.characters), 0),
		...(parts[0]?.json.fallback === undefined ? {} : { fallback: parts[0].json.fallback }),
	});
}
