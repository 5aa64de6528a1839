import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import {
	mediaType,
	webPageInWords,
	unreadableAnswerFailure,
	readWholeBody,
	type Answer,
} from '../../core/answer';
import { decodeInTurns } from '../../core/decodeBody';
import { isUtf8, unreadMarksOf } from '../../core/unreadMarks';
import { isRecord } from '../../core/record';
import { secondsOf } from '../../core/duration';
import {
	objectWith,
	nullIfUnreadable,
	withoutUnread,
	readAs,
	type Unread,
} from '../../wire/readAs';
import { wireText } from '../../core/wireText';
import { camelRecord } from '../../wire/simplifiedItems';

/** A transcript has tens of thousands: a schema for each span takes several times as long. */
const TIMED_SPANS = nullIfUnreadable(
	z.custom<unknown[]>(Array.isArray).transform((spans) => spans.map(readSpan)),
);

const TEXT_ANSWER = objectWith({
	text: z.string(),
	language: nullIfUnreadable(z.string()),
	duration: nullIfUnreadable(z.number()),
	tokens: nullIfUnreadable(z.number()),
	timestamps: nullIfUnreadable(
		objectWith({ word: TIMED_SPANS, segment: TIMED_SPANS, char: TIMED_SPANS }),
	),
});

/**
 * One item with a text, from an answer that is JSON or plain text as the user chose. A web page is neither. `seconds` is how long the recording
 * plays, where that is known.
 */
export async function readText(
	this: IExecuteSingleFunctions,
	answer: Answer,
	seconds?: number,
): Promise<INodeExecutionData[]> {
	const raw = await readWholeBody(answer);
	const body = await decodeInTurns(raw);
	const type = mediaType(answer);
	const plainBody = (Buffer.isBuffer(raw) ? raw.toString('utf8') : wireText(raw)).replace(
		/^\uFEFF/,
		'',
	);
	const isLabelled = /^text\/|json/.test(type);
	const page = isLabelled ? undefined : webPageInWords(plainBody);
	if (type === 'text/html' || page !== undefined) {
		const words = page ?? webPageInWords(plainBody) ?? 'a web page';
		throw unreadableAnswerFailure(
			answer,
			`The service answered with ${words} where a text was expected`,
		);
	}
	if (!isLabelled && (plainBody === '' || plainBody.includes('\uFFFD'))) {
		throw unreadableAnswerFailure(
			answer,
			'The service answered with no text where a text was expected',
		);
	}
	if (!type.includes('json') && !isTextAnswer(body)) {
		const isDamaged = Buffer.isBuffer(raw) && !isUtf8(raw);
		return [{ json: { text: plainBody, ...(isDamaged && { unreadTexts: ['text'] }) } }];
	}
	const facts = readAs({ ...answer, body: withCommonNames(body) }, TEXT_ANSWER);
	const { timestamps, unreadTimes } = readTimestamps(facts.timestamps, seconds ?? facts.duration);
	const times = timestamps === undefined ? {} : { timestamps };
	const json = camelRecord({ ...facts, ...times, ...unreadTimes }) as IDataObject;
	return [{ json: { ...json, ...unreadMarksOf(body) } }];
}

/** Models round what they hear up to 30 seconds; times that go on ten times as long as the recording have another unit. */
const isBehindEnd = (seconds: number, time = 0) => time > 10 * seconds + 30;

/** The words with their times, and how many of them had none that can be read. Times that are no seconds stay as they came, under another name. */
function readTimestamps(
	timestamps: z.output<typeof TEXT_ANSWER>['timestamps'],
	seconds: number | null | undefined,
) {
	if (!timestamps) return { timestamps };
	let unread = 0;
	const kinds = (['word', 'segment', 'char'] as const).flatMap((kind) => {
		const spans = timestamps[kind];
		if (!spans) return [];
		const timed = withTimesBetween(withoutUnread<WireSpan>(spans));
		unread += spans.length - timed.filter(({ estimated }) => estimated !== true).length;
		return [[kind, timed] as const];
	});
	const all = kinds.flatMap(([, timed]) => timed);
	if (seconds && all.some(({ end }) => isBehindEnd(seconds, end))) {
		const unreadTimes = { unreadTimes: all.length, unreadTimestamps: timestamps };
		return { timestamps: null, unreadTimes };
	}
	return {
		timestamps: { ...timestamps, ...Object.fromEntries(kinds) },
		unreadTimes: unread === 0 ? {} : { unreadTimes: unread },
	};
}

interface WireSpan extends Partial<Record<'estimated' | 'word' | 'text' | 'char', unknown>> {
	start?: number;
	end?: number;
}

/** Seconds that a word without times takes at most. */
const LONGEST_ESTIMATE = 0.5;

/** What has no time is said between what stands beside it; nothing is left where no word has one. */
function withTimesBetween(spans: readonly WireSpan[]): WireSpan[] {
	const timed: WireSpan[] = [];
	let waiting: WireSpan[] = [];
	let last: number | undefined;
	const place = (until?: number) => {
		const from = last ?? Math.max(0, (until ?? 0) - waiting.length * LONGEST_ESTIMATE);
		const room = ((until ?? Infinity) - from) / waiting.length;
		const each = Math.max(0, Math.min(room, LONGEST_ESTIMATE));
		for (const [index, span] of waiting.entries()) {
			const start = span.start ?? from + index * each;
			timed.push({
				...span,
				start,
				end: Math.max(start, span.end ?? start + each),
				estimated: true,
			});
		}
		waiting = [];
	};
	for (const span of spans) {
		if (span.start === undefined || span.end === undefined) {
			waiting.push(span);
			continue;
		}
		place(span.start);
		timed.push(span);
		last = Math.max(span.start, span.end);
	}
	if (timed.length > 0) place();
	return timed;
}

/** Whether a body has what JSON answers have, under whatever label it came. */
function isTextAnswer(body: unknown): boolean {
	return isRecord(body) && ['text', 'transcript', 'error'].some((name) => name in body);
}

/** The text and its times under one name each, whatever the service calls them (docs/maintainers/service.md#video: a video has a transcript and a lang). */
function withCommonNames(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { transcript, lang, text = transcript, language = lang, ...others } = body;
	const named = { text, ...(language === undefined ? {} : { language }) };
	const { timestamps, words, segments, ...rest } = others;
	const sent = Array.isArray(timestamps) ? { segment: timestamps } : (timestamps ?? {});
	if (!isRecord(sent) || !(words ?? segments ?? sent.words ?? sent.segments ?? sent.segment))
		return { ...named, ...others };
	// Other interfaces have the lists beside the text, and in the plural.
	const { words: innerWords = words, segments: innerSegments = segments, ...kinds } = sent;
	const times = { word: innerWords, segment: innerSegments, ...kinds };
	const known = Object.entries(times).filter(([, list]) => list !== undefined);
	return { ...named, ...rest, timestamps: Object.fromEntries(known) };
}

/** A time in seconds, which some models write as text. */
const timeOf = (time: unknown) => (typeof time === 'number' ? time : secondsOf(time));

/** A span with its text and times under one name each. */
function readSpan(span: unknown): WireSpan | Unread {
	if (!isRecord(span)) return { unread: span };
	const { start_time: from, end_time: to, timestamp, segment, start, end, ...others } = span;
	const [first, last]: unknown[] = Array.isArray(timestamp) ? timestamp : [];
	const read: WireSpan = {
		start: timeOf(start ?? from ?? first),
		end: timeOf(end ?? to ?? last),
		...others,
	};
	if (read.text === undefined && segment !== undefined) read.text = segment;
	for (const name of ['word', 'text', 'char'] as const)
		if (read[name] !== undefined && typeof read[name] !== 'string') read[name] = null;
	return read;
}
