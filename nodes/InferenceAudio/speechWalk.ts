import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { reportedCost, sumOfCosts } from '../../lib/pricing/cost';
import { isRecord } from '../../lib/record';
import { messageOf, ServiceFailure } from '../../lib/transport/errors/failure';
import { fileItem, type FileOptions } from '../../lib/transport/files/outputFile';
import type { Run, Send, SendAll } from '../../lib/transport/plan';
import { hashOf } from '../../lib/transport/run/requestHash';
import { partFailure } from './speechFailure';
import { joinedItem } from './speechJoin';
import type { Part } from './speechPart';
import { longTextMode, textParts } from './speechText';

/** Speaks the text, a long one part by part in order, and gives it as the user wants it. */
export const speak: SendAll = async function (options, send, run) {
	const body = isRecord(options.body) ? options.body : {};
	const texts = textParts(String(body.input ?? ''));
	const format = String(this.getNodeParameter('options.outputFormat', 'mp3'));
	const fileOptions: FileOptions = { stem: 'speech', format };
	const [only = ''] = texts;
	if (texts.length === 1) {
		const item = await spoken.call(this, options, { send, run }, only, fileOptions);
		return [{ ...item, json: { ...item.json, characters: only.length, parts: 1 } }];
	}
	const parts = await makeParts.call(this, options, { send, run }, texts, fileOptions);
	return await asWanted(this, parts, fileOptions);
};

async function spoken(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	{ send, run }: { send: Send; run: Run },
	text: string,
	fileOptions: FileOptions,
): Promise<INodeExecutionData> {
	const body = { ...(isRecord(options.body) ? options.body : {}), input: text } as IDataObject;
	const item = await fileItem(this, await send({ ...options, body }), fileOptions);
	return { ...item, json: { ...item.json, cost: (await run.cost()) as IDataObject | null } };
}

async function makeParts(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	{ send, run }: { send: Send; run: Run },
	texts: string[],
	fileOptions: FileOptions,
): Promise<Part[]> {
	const parts: Part[] = [];
	const digits = String(texts.length).length;
	for (const [index, text] of texts.entries()) {
		const suffix = `-${String(index + 1).padStart(digits, '0')}`;
		const make = async (): Promise<Part> => {
			const item = await spoken.call(this, options, { send, run }, text, {
				...fileOptions,
				suffix,
			});
			const [binary] = Object.values(item.binary ?? {});
			if (binary === undefined) throw new TypeError('A file was expected');
			return { binary, json: { ...item.json, characters: text.length, part: index + 1 } };
		};
		try {
			const part = await run.paid.step(hashOf([index, options.body, text]), make);
			const { requestId, model } = part.json;
			run.keep({ part: index + 1, parts: texts.length, requestId, model });
			parts.push(part);
		} catch (error) {
			throw error instanceof ServiceFailure
				? await partFailure(this, error, run, parts, texts)
				: error;
		}
	}
	return parts;
}

/** Files that cannot be joined are given one by one: they are paid for. */
async function asWanted(
	context: IExecuteSingleFunctions,
	parts: Part[],
	fileOptions: FileOptions,
): Promise<INodeExecutionData[]> {
	if (longTextMode(context) === 'parts') return eachPart(context, parts, {});
	let joined: INodeExecutionData;
	try {
		joined = await joinedItem(context, parts, fileOptions);
	} catch (error) {
		const notJoinedBecause = messageOf(error);
		context.logger.warn(`The parts of a text were not joined: ${notJoinedBecause}`);
		return eachPart(context, parts, { joined: false, notJoinedBecause });
	}
	const facts = {
		model: parts[0]?.json.model ?? null,
		requestIds: parts.map(({ json }) => json.requestId),
		characters: parts.reduce((sum, { json }) => sum + Number(json.characters), 0),
		parts: parts.length,
		joined: true,
		cost: sumOfCosts(parts.map(({ json }) => reportedCost(json.cost))) as IDataObject | null,
	};
	return [{ ...joined, json: { ...joined.json, ...facts } }];
}

function eachPart(
	context: IExecuteSingleFunctions,
	parts: Part[],
	facts: IDataObject,
): INodeExecutionData[] {
	const field = String(context.getNodeParameter('outputBinaryField', 'data')).trim() || 'data';
	return parts.map(({ binary, json }) => ({
		json: { ...json, parts: parts.length, ...facts },
		binary: { [field]: binary },
	}));
}
