import { DEFAULT_BODY_BOUNDS, type BodyBounds } from './bounds';
import { maskOf } from './mask';
import { isRecord } from './record';
import { AnswerBody, isStream } from './streams';

/** Shorter ones are parts of ordinary words. */
const MIN_SECRET_LENGTH = 8;
const MASK = '***';

export interface Redactor {
	text(text: string): string;
	/** The same value, its keys and texts without secrets: a copy only where there are any. */
	value(value: unknown): unknown;
	/** The value that `text` stands for as JSON, without secrets. */
	parsed(text: string, parsedValue: unknown): unknown;
	/** The body of an answer: text, a value, bytes, or a stream, which may have a secret across two chunks and ends with a ServiceFailure outside of its bounds. */
	body(body: unknown, bounds?: Partial<BodyBounds>): unknown;
	/** Takes the pieces of one text and returns what can be shown of them; called without a piece, the rest. */
	flow(): (piece?: string) => string;
	/** One that hides these secrets too: the same one where each of them holds a secret that it hides already. */
	and(more: readonly string[]): Redactor;
}

/** Hides each secret in every form in which a server that echoes what it was sent can give it back. */
export function redactor(secrets: readonly string[]): Redactor {
	const maskableSecrets = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
	const forms = [...new Set(maskableSecrets.flatMap(encodings))];
	const needles = forms.sort((one, other) => other.length - one.length);
	const { shows: showsSecret, clean: text, flow } = maskOf(needles, () => MASK);
	// Only an escape can hide a secret in JSON text: of a letter or a slash, and any where JSON must escape a secret (RFC 8259, section 7).
	const isPlain = needles.every((needle) => JSON.stringify(needle) === `"${needle}"`);
	const escape = isPlain ? /\\[u/]/ : /\\/;
	const isClean = (json: string) => !escape.test(json) && !showsSecret(json);
	// Almost no answer shows a secret, and a copy is slower to make and to read than what JSON.parse has made.
	const value = (said: unknown) =>
		isClean(JSON.stringify(said) ?? '') ? said : mapTexts(said, text);
	const parsed = (json: string, said: unknown) => (isClean(json) ? said : value(said));
	// A file keeps its length.
	const maskOfBytes = () =>
		maskOf(
			needles.map((needle) => Buffer.from(needle).toString('latin1')),
			(needle) => '*'.repeat(needle.length),
		);
	const body = (said: unknown, bounds: Partial<BodyBounds> = {}) => {
		if (isStream(said))
			return new AnswerBody(said, maskOfBytes().flow(), { ...DEFAULT_BODY_BOUNDS, ...bounds });
		if (!Buffer.isBuffer(said)) return value(said);
		const [mask, bytes] = [maskOfBytes(), said.toString('latin1')];
		return mask.shows(bytes) ? Buffer.from(mask.clean(bytes), 'latin1') : said;
	};
	const withSecrets = (more: readonly string[]): Redactor => {
		const fresh = more.filter((one) => !maskableSecrets.some((secret) => one.includes(secret)));
		return fresh.length === 0 ? whole : redactor([...maskableSecrets, ...fresh]);
	};
	const whole: Redactor = { text, value, parsed, body, flow, and: withSecrets };
	return whole;
}

function mapTexts(said: unknown, change: (text: string) => string): unknown {
	if (typeof said === 'string') return change(said);
	if (Array.isArray(said)) return said.map((entry) => mapTexts(entry, change));
	if (!isRecord(said)) return said;
	return Object.fromEntries(
		Object.entries(said).map(([key, inner]) => [change(key), mapTexts(inner, change)]),
	);
}

const SECRET_HEADER = /^(?:authorization|(?:x-)?sign-in-with-x|payment-signature|x-payment)$/i;

/** The secrets among the headers of a request: whole values, what follows the scheme, and the signatures in a signed text. */
export function secretsOf(headers: Record<string, unknown>): string[] {
	return Object.entries(headers).flatMap(([name, value]) => {
		if (!SECRET_HEADER.test(name) || typeof value !== 'string') return [];
		if (/^Bearer /i.test(value)) return [value, value.slice(7)];
		const signed = Buffer.from(value, 'base64').toString('utf8');
		const inside = [...signed.matchAll(/"(?:signature|transaction)":"([^"]{20,})"/g)];
		return [value, value.replace(/^\w+ /, ''), ...inside.map(([, secret = '']) => secret)];
	});
}

/** A text as it is, in a URL, in JSON, in base64 (alone or inside a longer text) and in hexadecimal digits. */
function encodings(text: string): string[] {
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
		...base64Fragments(bytes),
	];
}

/** The digits that stand for these bytes whatever stands before them, in both alphabets (RFC 4648). */
export function base64Fragments(bytes: Buffer): string[] {
	return [0, 1, 2].flatMap((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]);
		const digits = whole.toString('base64').slice(before === 0 ? 0 : before + 1);
		const sure = whole.length % 3 === 0 ? digits : digits.replace(/.={1,2}$/, '');
		return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
