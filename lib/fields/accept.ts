import { DateTime } from 'luxon';

import { badInput, emptyInput } from '../core/failure';
import { unixMsOfIsoText } from '../core/localTime';
import { jsonArray, jsonObject, shownValue } from './parseJson';
import type { ValueRule } from './rules';

/**
 * A value as its rule wants it, ready for the wire, or undefined when it is empty.
 * `zone` is the IANA time zone that times without one are in. Throws a ServiceFailure naming the field, what is allowed and what was given.
 */
export function accept(rule: ValueRule, given: unknown, zone: string): unknown {
	const value = rule.isName === true && typeof given === 'string' ? given.trim() : given;
	const empty = value === undefined || value === null || (value === '' && rule.kind !== 'choice');
	if (empty || (typeof value === 'string' && value.trim() === '' && rule.required)) {
		if (rule.required) throw emptyInput(rule.label);
		return undefined;
	}
	if (rule.list && rule.kind !== 'json') return acceptList(rule, value, zone);
	return ACCEPT_BY_KIND[rule.kind](rule, value, zone);
}

type Accept = (rule: ValueRule, value: unknown, zone: string) => unknown;

const ACCEPT_BY_KIND: Record<ValueRule['kind'], Accept> = {
	text: acceptText,
	number: acceptNumber,
	boolean: acceptBoolean,
	choice: acceptChoice,
	json: acceptJson,
	time: acceptTime,
	date: acceptDate,
};

function acceptList(rule: ValueRule, value: unknown, zone: string): unknown {
	const entries = (Array.isArray(value) ? value : [value]).filter((entry) => entry !== '');
	if (entries.length === 0) return undefined;
	if (rule.maxItems !== undefined && entries.length > rule.maxItems) {
		throw badInput(
			`${rule.label} may have at most ${rule.maxItems} entries, but ${countInWords(entries.length)} given`,
			`Keep at most ${rule.maxItems} of them.`,
		);
	}
	return entries.map((entry) => ACCEPT_BY_KIND[rule.kind](rule, entry, zone));
}

function acceptText(rule: ValueRule, value: unknown): string {
	if (typeof value === 'object') {
		throw badInput(
			`${rule.label} must be text, but ${shownValue(value)} was given`,
			'Choose one field of it in the expression, or convert it with JSON.stringify().',
		);
	}
	const text = String(value);
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
	if (text.length < minLength) {
		throw badInput(
			`${rule.label} must have at least ${minLength} characters, but ${countInWords(text.length)} given`,
			`Enter at least ${minLength} characters.`,
		);
	}
	if (text.length > maxLength) {
		throw badInput(
			`${rule.label} may have at most ${maxLength} characters, but ${countInWords(text.length)} given`,
			`Shorten it to ${maxLength} characters, or split it over several items.`,
		);
	}
	if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(text)) {
		throw badInput(
			`${rule.label} may only have ${rule.patternWords}, but ${shownValue(value)} was given`,
			'Remove all other characters.',
		);
	}
	return text;
}

/** A number as people write it: not `0x10`, which JavaScript reads as 16. */
const DECIMAL = /^[-+]?(\d+\.?|\d*\.\d+)(e[-+]?\d+)?$/i;

function acceptNumber(rule: ValueRule, value: unknown): number {
	const isDecimal = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isDecimal ? Number(value) : value;
	const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rule;
	const fits =
		typeof number === 'number' &&
		Number.isFinite(number) &&
		(rule.integer !== true || Number.isInteger(number)) &&
		number >= min &&
		number <= max &&
		!(rule.aboveMin === true && number === min);
	if (fits) return number;
	throw badInput(
		`${rule.label} must be ${rangeInWords(rule)}, but ${shownValue(value)} was given`,
		`Set ${rule.label} to ${rangeInWords(rule)}.`,
	);
}

function rangeInWords({ min, max, integer, aboveMin }: ValueRule): string {
	const kind = integer === true ? 'a whole number' : 'a number';
	if (min !== undefined && max !== undefined) {
		return aboveMin === true
			? `${kind} above ${min} and up to ${max}`
			: `${kind} from ${min} to ${max}`;
	}
	if (min !== undefined)
		return aboveMin === true ? `${kind} above ${min}` : `${kind} of at least ${min}`;
	return max === undefined ? kind : `${kind} of at most ${max}`;
}

function acceptBoolean(rule: ValueRule, value: unknown): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw badInput(
		`${rule.label} must be true or false, but ${shownValue(value)} was given`,
		'Turn it on or off, or let the expression return true or false.',
	);
}

function acceptChoice(rule: ValueRule, value: unknown): unknown {
	const values = rule.values ?? [];
	if (values.includes(value)) return value === '' ? undefined : value;
	if (isUnknownChoice(rule, value)) return value;
	const allowed = values.filter((entry) => entry !== '').join(', ');
	throw badInput(
		`${rule.label} must be one of ${allowed}, but ${shownValue(value)} was given`,
		'Choose one of these, or let the expression return one of them.',
	);
}

/** What is said of a word that the service may take although it is not known here. */
export function unknownChoiceWarning(rule: ValueRule, value: unknown): string[] {
	if (!isUnknownChoice(rule, value)) return [];
	return [`${rule.label} "${value}" is not known to this version and is sent as it is`];
}

/** Whether a value is a word that the service may take although it is not known here. */
function isUnknownChoice({ open, values = [] }: ValueRule, value: unknown): value is string {
	if (open !== true || values.includes(value)) return false;
	return typeof value === 'string' && /^[\w.:+-]{1,64}$/.test(value);
}

function acceptJson(rule: ValueRule, value: unknown): unknown {
	const parsed =
		rule.shape === 'array' ? jsonArray(value, rule.label) : jsonObject(value, rule.label);
	const size = Object.keys(parsed).length;
	if (rule.maxItems !== undefined && size > rule.maxItems) {
		throw badInput(
			`${rule.label} may have at most ${rule.maxItems} entries, but ${countInWords(size)} given`,
			`Keep at most ${rule.maxItems} of them.`,
		);
	}
	return size === 0 ? undefined : parsed;
}

function acceptTime(rule: ValueRule, value: unknown, zone: string): string {
	const at = value instanceof Date ? value.getTime() : unixMsOfIsoText(isoText(value), zone);
	const time = DateTime.fromMillis(at ?? NaN, { zone: 'utc' });
	if (at !== undefined && time.isValid) return time.toISO();
	throw badInput(
		`${rule.label} must be a date and time such as 2026-01-31T08:00:00Z, but ${shownValue(value)} was given`,
		'Choose it in the calendar, or let the expression return text of this form, or a date such as {{ $now }}.',
	);
}

/** The calendar day as it is written, whatever its offset; that of a Date is the one in the zone of the workflow. */
function acceptDate(rule: ValueRule, value: unknown, zone: string): string {
	const day =
		value instanceof Date
			? DateTime.fromJSDate(value, { zone })
			: DateTime.fromISO(isoText(value), { setZone: true });
	if (day.isValid) return day.toISODate();
	throw badInput(
		`${rule.label} must be a date such as 2026-01-31, but ${shownValue(value)} was given`,
		'Choose it in the calendar, or let the expression return text of this form, or a date such as {{ $now }}.',
	);
}

function isoText(value: unknown): string {
	if (
		typeof value === 'object' &&
		value !== null &&
		'toISO' in value &&
		typeof value.toISO === 'function'
	) {
		return String(value.toISO());
	}
	const text = typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
	// Luxon would read "10" as ten o'clock of today.
	return /^(\d{4}-|\d{8}(T|$))/.test(text) ? text : '';
}

function countInWords(given: number): string {
	return given === 1 ? '1 was' : `${given} were`;
}
