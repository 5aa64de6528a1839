import { DateTime } from 'luxon';

import { amountOf } from './amount';
import type { Change } from './change';
import type { Span } from './period';

const CURRENCY_WORDS: Record<string, string> = { BUNDLED_CREDITS: 'bundled credits' };

/** The currency as it is read: `USD`, `DIEM`, `bundled credits`. */
export function currencyWords(currency: string): string {
	return CURRENCY_WORDS[currency] ?? currency;
}

/** An exact amount as it is read: two places from one on, two digits that say something below, thousands apart. */
export function readableAmount(exact: string): string {
	const amount = amountOf(exact, 'amount');
	const size = amount.abs();
	if (size.gte(1) || size.eq(0)) return grouped(amount.toFixed(2));
	const places = Math.min(8, Math.max(2, 1 - size.e));
	if (size.lt('1e-8')) return `${amount.lt(0) ? '-' : ''}less than 0.00000001`;
	return amount.toFixed(places).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** An exact amount with its currency. */
export function readableMoney(exact: string, currency: string): string {
	return `${readableAmount(exact)} ${currencyWords(currency)}`;
}

/** Exact amounts that are compared, with their currency: with every digit where they would look alike although they differ. */
export function readableMonies(exact: string[], currency: string): string[] {
	const texts = exact.map((one) => readableMoney(one, currency));
	const alike = new Set(texts).size < new Set(exact).size;
	return alike ? exact.map((one) => `${one} ${currencyWords(currency)}`) : texts;
}

/** A count with its thousands apart. */
export function readableCount(count: number): string {
	return grouped(String(count));
}

/** A change in words, with its currency, or an empty text when nothing was compared. */
export function readableChange(change: Change | null, currency: string): string {
	if (change === null) return '';
	if (change.absolute === 0 && Number(change.exact) === 0) return 'no change';
	const sign = change.exact.startsWith('-') ? '' : '+';
	const percent = change.percent === null ? '' : ` (${sign}${grouped(String(change.percent))} %)`;
	return `${sign}${readableMoney(change.exact, currency)}${percent}`;
}

/** A span in words, in the IANA zone: `29 Mar 2026 00:00 to 30 Mar 2026 00:00 (Europe/Berlin)`. */
export function readableSpan({ start, end }: Span, zone: string): string {
	const text = (at: number) =>
		DateTime.fromMillis(at, { zone, locale: 'en' }).toFormat('d LLL yyyy HH:mm');
	return `${text(start)} to ${text(end)} (${zone})`;
}

function grouped(text: string): string {
	return text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}
