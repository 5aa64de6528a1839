import { isRecord } from './record';

/** Headers that sign in or pay. */
const SECRET_HEADER = /^(?:authorization|(?:x-)?sign-in-with-x|payment-signature|x-payment)$/i;

/** The secrets among the headers of a request: whole values, what follows the scheme, and the signatures in a signed text. */
export function secretsOf(headers: unknown): string[] {
	if (!isRecord(headers)) return [];
	return Object.entries(headers).flatMap(([name, value]) => {
		if (!SECRET_HEADER.test(name) || typeof value !== 'string') return [];
		if (/^Bearer /i.test(value)) return [value, value.slice(7)];
		const signed = Buffer.from(value, 'base64').toString('utf8');
		const inside = [...signed.matchAll(/"(?:signature|transaction)":"([^"]{20,})"/g)];
		return [value, value.replace(/^\w+ /, ''), ...inside.map(([, secret = '']) => secret)];
	});
}

/** A text as it is, in a URL, in JSON, in base64 (alone or inside a longer text) and in hexadecimal digits. */
export function encodings(text: string): string[] {
	const bytes = Buffer.from(text);
	const digits = bytes.toString('hex');
	const escaped = JSON.stringify(text).slice(1, -1);
	return [
		text,
		encodeURIComponent(text),
		encodeURIComponent(text).replaceAll('%20', '+'),
		escaped,
		escaped.replaceAll('/', '\\/'),
		digits,
		digits.toUpperCase(),
		...base64Of(bytes),
	];
}

/** The digits that stand for these bytes whatever stands before them, in both alphabets (RFC 4648). */
export function base64Of(bytes: Buffer): string[] {
	return [0, 1, 2].flatMap((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]);
		const digits = whole.toString('base64').slice(before === 0 ? 0 : before + 1);
		const sure = whole.length % 3 === 0 ? digits : digits.replace(/.=+$/, '');
		return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
