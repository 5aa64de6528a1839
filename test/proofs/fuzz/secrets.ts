import fc from 'fast-check';

import { redactor, type Redactor } from '../../../lib/core/redact';
import { writtenFormsOfKey } from '../../../lib/wire/keys/privateKey';
import { EVM_KEY } from '../../lib/wallet/offers';

/** With signs that URLs, JSON and base64 write in other ways. */
export const API_KEY = 'pk_Planted/Key+9%3=Zt4w';
const KEY_BYTES = Buffer.from(EVM_KEY.replace(/^0x/, ''), 'hex');
const KEY_DIGITS = KEY_BYTES.toString('hex');

/** What a call of either credential keeps to itself. */
export const SECRETS = [API_KEY, ...writtenFormsOfKey('evm', EVM_KEY)];

/** Removes what the calls of this proof keep to themselves, as a real call does. */
export const redact: Redactor = redactor(SECRETS);

/** A secret in each form in which a server that echoes what it was sent writes it, with something around it. */
export const planted: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom(API_KEY, `Bearer ${API_KEY}`, KEY_DIGITS),
		fc.constantFrom<(text: string) => string>(
			(text) => text,
			(text) => encodeURIComponent(text),
			(text) => Buffer.from(text).toString('hex'),
			(text) => Buffer.from(text).toString('hex').toUpperCase(),
			(text) => Buffer.from(text).toString('base64'),
			(text) => Buffer.from(`a${text}`).toString('base64url'),
			(text) => Buffer.from(`ab${text}c`).toString('base64'),
		),
		fc.constantFrom('', ' ', 'key=', '"', 'Ünïcödé 😀 '),
	)
	.map(([secret, write, around]) => `${around}${write(secret)}${around}`);

/** Where a value or an error shows a secret, as it is or behind an encoding; undefined when it does not. */
export function requireNoSecret(value: unknown): string | undefined {
	const text = dump(value);
	const places = [text, decoded(text), ...hidden(text)];
	const shown = places.find((place) => place.includes(API_KEY) || isKey(place));
	return shown?.slice(0, 200);
}

function isKey(place: string): boolean {
	return place.toLowerCase().includes(KEY_DIGITS) || place.includes(KEY_BYTES.toString('latin1'));
}

function decoded(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
		Buffer.from(run.replaceAll('%', ''), 'hex').toString('latin1'),
	);
}

/** What long runs of digits stand for, in base64 at each of its offsets and in hexadecimal digits. */
function hidden(text: string): string[] {
	return (text.match(/[\w+/-]{24,}/g) ?? []).flatMap((run) => [
		...[0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
		...(/^[0-9a-f]+$/i.test(run)
			? [0, 1].map((skip) => Buffer.from(run.slice(skip), 'hex').toString('latin1'))
			: []),
	]);
}

/** All that a value says: of an error its words, its facts and its causes; of bytes their text. */
function dump(value: unknown, depth = 0): string {
	if (value instanceof Error) {
		const { message, stack, cause, ...facts } = value;
		const own = `${message}\n${stack ?? ''}\n${JSON.stringify(facts, asText) ?? ''}`;
		return depth > 5 ? own : `${own}\n${dump(cause, depth + 1)}`;
	}
	return typeof value === 'string' ? value : (JSON.stringify(value, asText) ?? '');
}

/** A Buffer becomes an object before a replacer sees it. */
function asText(this: unknown, key: string, value: unknown): unknown {
	const own = (this as Record<string, unknown>)[key];
	if (own instanceof Uint8Array) return Buffer.from(own).toString('latin1');
	if (typeof value === 'bigint') return String(value);
	return value instanceof Map ? [...value] : value;
}
