import { z, type ZodTypeAny } from 'zod';

import { unreadable, type Answer } from '../core/answer';
import { lostNumbers } from '../core/unreadMarks';
import { isRecord } from '../core/record';
import { objectWith, orNull, readAs } from '../wire/readAs';
import type { Page } from './pages/cursorPages';
import { wireText } from '../core/wireText';
import { currencyOf, amountOf, quoted, unreadableEntry, type Amount } from './amount';
import { isTime } from './period';
import { timestampMs } from './timestamp';

const COUNT = z.number().nonnegative().nullish();
const details = (count: ZodTypeAny) =>
	objectWith({
		requestId: orNull(z.string()),
		promptTokens: count,
		completionTokens: count,
		inferenceExecutionTime: orNull(z.number()),
	});
const entry = (units: ZodTypeAny, inferenceDetails: ZodTypeAny) =>
	objectWith({
		timestamp: z.string().refine((text) => !Number.isNaN(timestampMs(text))),
		amount: z.number(),
		currency: z.string().min(1),
		sku: z.string(),
		units,
		pricePerUnitUsd: orNull(z.number()),
		notes: orNull(z.string()),
		inferenceDetails,
	});
/** For a list of entries, in which what cannot be read is null. */
const LISTED = entry(orNull(z.number()), orNull(details(orNull(COUNT))));
/** For sums, in which null counts as none. */
const ADDED = entry(z.number().nullish(), details(COUNT).nullish());

const nextCursor = z.string().nullish();
const pageOf = (line: typeof LISTED) => objectWith({ data: z.array(line), nextCursor });
const [LISTED_PAGE, ADDED_PAGE] = [pageOf(LISTED), pageOf(ADDED)];
const LIST = objectWith({ data: z.array(z.unknown()), nextCursor });

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
export function usagePage(answer: Answer, page = LISTED_PAGE): UsagePage {
	const { data, nextCursor } = readAs(answer, page);
	return { entries: data, nextCursor: nextCursor ? nextCursor : undefined };
}

/**
 * The same page with the entries that cannot be read among the others, each with the `problem`; one without a time in words has an empty
 * one. Throws only where there is no page.
 */
export function markedPage(answer: Answer): UsagePage {
	const { data, nextCursor } = readAs(answer, LIST);
	return { entries: data.map(markedEntry), nextCursor: nextCursor ? nextCursor : undefined };
}

function markedEntry(entry: unknown): UsageEntry {
	const read = ADDED.safeParse(entry);
	if (read.success) return read.data;
	const fields = isRecord(entry) ? entry : { value: entry };
	const [field = 'entry'] = read.error.issues[0]?.path ?? [];
	const isTimed = !Number.isNaN(timestampMs(fields.timestamp));
	const what =
		field === 'timestamp' ? `timestamp ${quoted(fields.timestamp ?? null)}` : String(field);
	const timestamp = isTimed ? String(fields.timestamp) : '';
	return { ...fields, timestamp, problem: `The ${what} of this entry cannot be read` };
}

/** The charges of a page, for a walk through the history. Throws like `usagePage`: the charge of an entry checks what it needs. */
export function chargePage(answer: Answer): Page<UsageCharge[]> {
	const { data, nextCursor } = readAs(answer, LIST);
	requireNumbers(answer);
	const charges = data.map((entry) => usageChargeOf(isRecord(entry) ? entry : {}));
	return {
		content: charges,
		entries: charges.length,
		nextCursor: nextCursor ? nextCursor : undefined,
		times: () => charges.map(({ at }) => at),
		requests: () => requestsOf(data),
	};
}

function requireNumbers(answer: Answer): void {
	const [lost] = lostNumbers(answer.body);
	if (lost === undefined) return;
	throw unreadable(answer, `The service sent a number that cannot be read: ${lost}`);
}

/** The page for a file that is added up. Throws where one of its numbers cannot be read. */
export function exactHistoryPage(answer: Answer): Page<UsageEntry[]> {
	requireNumbers(answer);
	return historyPage(answer, ADDED_PAGE);
}

/** The page for a walk through the history. */
export function historyPage(answer: Answer, page = LISTED_PAGE): Page<UsageEntry[]> {
	const { entries, nextCursor } = usagePage(answer, page);
	const times = () => entries.map(({ timestamp }) => Date.parse(timestamp));
	const requests = () => requestsOf(entries);
	return { content: entries, entries: entries.length, nextCursor, times, requests };
}

/**
 * The entries as one text, where each names its request and no two are equal: no two pages can share it. Undefined elsewhere, as equal
 * entries of one request may fill more than a page.
 */
export function requestsOf(entries: readonly unknown[]): string | undefined {
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

/** What a report needs of a usage entry. */
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
	if (!isTime(at)) {
		throw unreadableEntry(`with an invalid timestamp: ${quoted(entry.timestamp ?? null)}`);
	}
	const details = isRecord(entry.inferenceDetails) ? entry.inferenceDetails : {};
	const { requestId } = details;
	const currency = typeof entry.currency === 'string' ? currencyOf(entry.currency) : '';
	// Money without a currency would be left out of every sum.
	if (currency === '') {
		const given = entry.currency === undefined ? 'nothing' : quoted(entry.currency);
		throw unreadableEntry(`with an unknown currency: ${given}`);
	}
	return {
		at,
		currency,
		product: wireText(entry.sku),
		amount: amountOf(entry.amount, 'amount'),
		units: amountOf(entry.units ?? 0, 'units'),
		...(typeof requestId === 'string' && requestId !== '' ? { requestId } : {}),
		promptTokens: tokens(details.promptTokens ?? 0),
		completionTokens: tokens(details.completionTokens ?? 0),
	};
}

function tokens(value: unknown): number {
	if (typeof value === 'number' && value >= 0) return value;
	throw unreadableEntry(`with a number of tokens that cannot be read: ${quoted(value)}`);
}
