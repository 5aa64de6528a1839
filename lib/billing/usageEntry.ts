import { z, type ZodTypeAny } from 'zod';

import { unreadableAnswerFailure, type Answer } from '../core/answer';
import { lostNumbers } from '../core/unreadMarks';
import { isRecord } from '../core/record';
import { objectWith, nullIfUnreadable, readAs } from '../wire/readAs';
import type { Page } from './pages/cursorPages';
import { wireText } from '../core/wireText';
import {
	normalizedCurrency,
	amountOf,
	quotedValue,
	unreadableEntryFailure,
	type Amount,
} from './amount';
import { isSupportedTime } from './period';

const TOKEN_COUNT_SCHEMA = z.number().nonnegative().nullish();
const detailsSchema = (count: ZodTypeAny) =>
	objectWith({
		requestId: nullIfUnreadable(z.string()),
		promptTokens: count,
		completionTokens: count,
		inferenceExecutionTime: nullIfUnreadable(z.number()),
	});
const entrySchema = (units: ZodTypeAny, inferenceDetails: ZodTypeAny) =>
	objectWith({
		timestamp: z.string().refine((text) => !Number.isNaN(timestampMs(text))),
		amount: z.number(),
		currency: z.string().min(1),
		sku: z.string(),
		units,
		pricePerUnitUsd: nullIfUnreadable(z.number()),
		notes: nullIfUnreadable(z.string()),
		inferenceDetails,
	});
/** For a list of entries, in which what cannot be read is null. */
const LENIENT_ENTRY_SCHEMA = entrySchema(
	nullIfUnreadable(z.number()),
	nullIfUnreadable(detailsSchema(nullIfUnreadable(TOKEN_COUNT_SCHEMA))),
);
/** For sums, in which null counts as none. */
const STRICT_ENTRY_SCHEMA = entrySchema(
	z.number().nullish(),
	detailsSchema(TOKEN_COUNT_SCHEMA).nullish(),
);

const NEXT_CURSOR_SCHEMA = z.string().nullish();
const pageSchema = (line: typeof LENIENT_ENTRY_SCHEMA) =>
	objectWith({ data: z.array(line), nextCursor: NEXT_CURSOR_SCHEMA });
const [LENIENT_PAGE_SCHEMA, STRICT_PAGE_SCHEMA] = [
	pageSchema(LENIENT_ENTRY_SCHEMA),
	pageSchema(STRICT_ENTRY_SCHEMA),
];
const RAW_PAGE_SCHEMA = objectWith({ data: z.array(z.unknown()), nextCursor: NEXT_CURSOR_SCHEMA });

export type UsageEntry = Record<string, unknown> & {
	timestamp: string;
	/** Which field of it cannot be read. */
	problem?: string;
};

export interface UsagePage {
	entries: UsageEntry[];
	/** Undefined on the last page. */
	nextCursor?: string;
}

/**
 * One page of the usage history as JSON (docs/maintainers/service.md#usage-history). Throws a ServiceFailure when it is none, since what is
 * taken for an empty page would be skipped for good, or counted as no spend.
 */
export function readUsagePage(answer: Answer, schema = LENIENT_PAGE_SCHEMA): UsagePage {
	const { data, nextCursor } = readAs(answer, schema);
	return { entries: data, nextCursor: nextCursor ? nextCursor : undefined };
}

/**
 * The same page with the entries that cannot be read among the others, each with the `problem`; one without a time in words has an empty
 * one. Throws only where there is no page.
 */
export function readPageWithProblems(answer: Answer): UsagePage {
	const { data, nextCursor } = readAs(answer, RAW_PAGE_SCHEMA);
	return { entries: data.map(entryWithProblem), nextCursor: nextCursor ? nextCursor : undefined };
}

function entryWithProblem(entry: unknown): UsageEntry {
	const read = STRICT_ENTRY_SCHEMA.safeParse(entry);
	if (read.success) return read.data;
	const fields = isRecord(entry) ? entry : { value: entry };
	const [field = 'entry'] = read.error.issues[0]?.path ?? [];
	const isTimed = !Number.isNaN(timestampMs(fields.timestamp));
	const what =
		field === 'timestamp' ? `timestamp ${quotedValue(fields.timestamp ?? null)}` : String(field);
	const timestamp = isTimed ? String(fields.timestamp) : '';
	return { ...fields, timestamp, problem: `The ${what} of this entry cannot be read` };
}

/** The charges of a page, for a walk through the history. Throws like `readUsagePage`: the charge of an entry checks what it needs. */
export function readChargePage(answer: Answer): Page<UsageCharge[]> {
	const { data, nextCursor } = readAs(answer, RAW_PAGE_SCHEMA);
	rejectLostNumbers(answer);
	const charges = data.map((entry) => usageChargeOf(isRecord(entry) ? entry : {}));
	return {
		content: charges,
		entries: charges.length,
		nextCursor: nextCursor ? nextCursor : undefined,
		times: () => charges.map(({ at }) => at),
		requests: () => pageFingerprint(data),
	};
}

function rejectLostNumbers(answer: Answer): void {
	const [lostNumber] = lostNumbers(answer.body);
	if (lostNumber === undefined) return;
	throw unreadableAnswerFailure(
		answer,
		`The service sent a number that cannot be read: ${lostNumber}`,
	);
}

/** The page for a file that is added up. Throws where one of its numbers cannot be read. */
export function readExactHistoryPage(answer: Answer): Page<UsageEntry[]> {
	rejectLostNumbers(answer);
	return readPageForWalk(answer, STRICT_PAGE_SCHEMA);
}

export function readPageForWalk(answer: Answer, schema = LENIENT_PAGE_SCHEMA): Page<UsageEntry[]> {
	const { entries, nextCursor } = readUsagePage(answer, schema);
	const times = () => entries.map(({ timestamp }) => Date.parse(timestamp));
	const requests = () => pageFingerprint(entries);
	return { content: entries, entries: entries.length, nextCursor, times, requests };
}

/**
 * The entries as one text, where each names its request and no two are equal: no two pages can share it. Undefined elsewhere, as equal
 * entries of one request may fill more than a page.
 */
export function pageFingerprint(entries: readonly unknown[]): string | undefined {
	const isNamed = entries.every(
		(entry) =>
			isRecord(entry) &&
			isRecord(entry.inferenceDetails) &&
			typeof entry.inferenceDetails.requestId === 'string',
	);
	if (!isNamed || entries.length === 0) return undefined;
	const texts = entries.map((entry) => JSON.stringify(entry));
	return new Set(texts).size === texts.length ? texts.join('\n') : undefined;
}

export interface UsageCharge {
	/** Unix milliseconds. */
	at: number;
	currency: string;
	product: string;
	/** As the service has it: charges are negative, refunds positive. */
	amount: Amount;
	units: Amount;
	requestId?: string;
	promptTokens: number;
	completionTokens: number;
}

/** A usage entry of the wire, narrowed (docs/maintainers/service.md#usage-history). Throws a ServiceFailure when time or numbers are no such. */
export function usageChargeOf(entry: Record<string, unknown>): UsageCharge {
	const at = timestampMs(entry.timestamp);
	if (!isSupportedTime(at)) {
		throw unreadableEntryFailure(
			`with an invalid timestamp: ${quotedValue(entry.timestamp ?? null)}`,
		);
	}
	const details = isRecord(entry.inferenceDetails) ? entry.inferenceDetails : {};
	const { requestId } = details;
	const currency = typeof entry.currency === 'string' ? normalizedCurrency(entry.currency) : '';
	// Money without a currency would be left out of every sum.
	if (currency === '') {
		const shownCurrency = entry.currency === undefined ? 'nothing' : quotedValue(entry.currency);
		throw unreadableEntryFailure(`with an unknown currency: ${shownCurrency}`);
	}
	return {
		at,
		currency,
		product: wireText(entry.sku),
		amount: amountOf(entry.amount, 'amount'),
		units: amountOf(entry.units ?? 0, 'units'),
		...(typeof requestId === 'string' && requestId !== '' ? { requestId } : {}),
		promptTokens: tokenCountOf(details.promptTokens ?? 0),
		completionTokens: tokenCountOf(details.completionTokens ?? 0),
	};
}

function tokenCountOf(value: unknown): number {
	if (typeof value === 'number' && value >= 0) return value;
	throw unreadableEntryFailure(
		`with a number of tokens that cannot be read: ${quotedValue(value)}`,
	);
}

/** A moment with its offset from UTC (ISO 8601): without one, each machine would read another moment. */
const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** The timestamp of a usage entry in Unix milliseconds; NaN where it is none, or its day is not in the calendar. */
function timestampMs(value: unknown): number {
	const [text, day = ''] = (typeof value === 'string' && MOMENT.exec(value)) || [];
	if (text === undefined) return NaN;
	const midnight = Date.parse(`${day}T00:00:00Z`);
	const isInCalendar = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
	return isInCalendar ? Date.parse(text) : NaN;
}
