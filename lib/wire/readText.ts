import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { mediaType, pageWords, unreadable, wholeBody, type Answer } from '../core/answer';
import { decodeBody } from '../core/decodeBody';
import { isUtf8, unreadMark } from '../core/unreadMarks';
import { isRecord } from '../core/record';
import { objectWith, isUnread, listOf, orNull, readable, readAs } from './readAs';
import { wireText } from '../core/wireText';
import { camelRecord } from './simplify';

const SPANS = orNull(
	listOf(
		objectWith({
			...{ start: z.number(), end: z.number() },
			...{ word: orNull(z.string()), text: orNull(z.string()), char: orNull(z.string()) },
		}),
	),
);

const TEXT = objectWith({
	text: z.string(),
	language: orNull(z.string()),
	duration: orNull(z.number()),
	tokens: orNull(z.number()),
	timestamps: orNull(objectWith({ word: SPANS, segment: SPANS, char: SPANS })),
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
	if (!type.includes('json') && !isFacts(body)) {
		const isDamaged = Buffer.isBuffer(raw) && !isUtf8(raw);
		return [{ json: { text: whole, ...(isDamaged && { unreadTexts: ['text'] }) } }];
	}
	const facts = readAs({ ...answer, body: underOneName(body) }, TEXT);
	const { timestamps, unreadTimes } = readableTimes(facts.timestamps);
	const times = timestamps === undefined ? {} : { timestamps };
	const json = camelRecord({ ...facts, ...times, ...unreadTimes }) as IDataObject;
	return [{ json: { ...json, ...unreadMark(body) } }];
}

/** The times that can be read, and how many cannot. */
function readableTimes(given: z.output<typeof TEXT>['timestamps']) {
	if (!given) return { timestamps: given };
	const kinds = (['word', 'segment', 'char'] as const).flatMap((kind) =>
		given[kind] ? [[kind, given[kind]] as const] : [],
	);
	const read = Object.fromEntries(kinds.map(([kind, spans]) => [kind, readable<object>(spans)]));
	const unread = kinds.flatMap(([, spans]) => spans.filter(isUnread)).length;
	return {
		timestamps: { ...given, ...read },
		unreadTimes: unread === 0 ? {} : { unreadTimes: unread },
	};
}

/** Whether a body has what JSON answers have, under whatever label it came. */
function isFacts(body: unknown): boolean {
	return isRecord(body) && ['text', 'transcript', 'error'].some((name) => name in body);
}

/** The text under one name, whatever the service calls it (docs/maintainers/service.md#video: a video has a transcript and a lang). */
function underOneName(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { transcript, lang, text = transcript, language = lang, ...others } = body;
	return { text, ...(language === undefined ? {} : { language }), ...others };
}
