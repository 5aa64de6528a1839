import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { wireText } from '../text/wireText';
import { z } from 'zod';

import { camelRecord } from './camelCase';
import { isRecord } from '../base/record';
import { mediaType, pageWords, unreadable, wholeBody, type Answer } from '../base/answer';
import { decodeBody, unreadMark } from '../base/decodeBody';
import { having, perhaps, readAs } from '../http/readAs';

const SPANS = perhaps(
	z.array(
		having({
			...{ start: z.number(), end: z.number() },
			...{ word: perhaps(z.string()), text: perhaps(z.string()), char: perhaps(z.string()) },
		}),
	),
);

const TEXT = having({
	text: z.string(),
	language: perhaps(z.string()),
	duration: perhaps(z.number()),
	tokens: perhaps(z.number()),
	timestamps: perhaps(having({ word: SPANS, segment: SPANS, char: SPANS })),
});

/** One item with a text, from an answer that is JSON or plain text as the user chose. A web page is neither. */
export async function readText(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const raw = await wholeBody(answer);
	const body = decodeBody(raw);
	const type = mediaType(answer);
	const whole = (Buffer.isBuffer(raw) ? raw.toString('utf8') : wireText(raw)).replace(
		/^\uFEFF/,
		'',
	);
	const isLabelled = /^text\/|json/.test(type);
	const page = isLabelled ? undefined : pageWords(whole);
	if (type === 'text/html' || page !== undefined) {
		const words = page ?? pageWords(whole) ?? 'a web page';
		throw unreadable(answer, `The service answered with ${words} where a text was expected`);
	}
	if (!isLabelled && (whole === '' || whole.includes('\uFFFD'))) {
		throw unreadable(answer, 'The service answered with no text where a text was expected');
	}
	if (!type.includes('json') && !isFacts(body)) return [{ json: { text: whole } }];
	const facts = readAs({ ...answer, body: underOneName(body) }, TEXT);
	return [{ json: { ...(camelRecord(facts) as IDataObject), ...unreadMark(body) } }];
}

/** Whether a body has what JSON answers have, under whatever label it came. */
function isFacts(body: unknown): boolean {
	return isRecord(body) && ['text', 'transcript', 'error'].some((name) => name in body);
}

/** The text under one name, whatever the service calls it (docs/service.md#video: a video has a transcript and a lang). */
function underOneName(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { transcript, lang, text = transcript, language = lang, ...others } = body;
	return { text, ...(language === undefined ? {} : { language }), ...others };
}
