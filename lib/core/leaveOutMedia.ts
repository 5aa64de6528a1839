import { isRecord } from './record';

const DATA_URL = /^data:([\w.+/-]*)[^,]{0,100};base64,/i;
/** The same within a text, such as a picture of Markdown. */
const DATA_URLS = /data:[\w.+/-]*[^,\s]{0,100};base64,[\w+/-]{200,}={0,2}/gi;

/** How the base64 of PNG, JPEG, GIF, RIFF (WAV and WebP), MP3, AAC, Ogg, FLAC, MP4, WebM, PDF, TIFF, ZIP (and office files) and gzip begins. */
const MEDIA =
	/^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|SUQz|\/\/[E-Pk-v]|T2dnUw|ZkxhQ|AAAA..Z0eX|GkXfo|JVBER|SUkqA|TU0AK|UEsDB|H4sI)/;

const LINE_ENDS = /[\r\n]+/g;

/** Shorter ones are no files. */
const LEAST = 200;
/** From here on, what is base64 is a file of any kind. */
const LONG = 2_000;

/** The value with a sentence in place of every data URL and every file in base64; anything else stays as it is. */
export function leaveOutMedia(value: unknown): unknown {
	if (typeof value === 'string') {
		return isFile(value) ? leftOut(value) : value.replace(DATA_URLS, leftOut);
	}
	if (Array.isArray(value)) return value.map(leaveOutMedia);
	if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
	const isLabelled = saysMedia(value);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			const isBytes = isLabelled && typeof inner === 'string' && isBase64(inner);
			return [key, isBytes ? leftOut(inner) : leaveOutMedia(inner)];
		}),
	);
}

/** Whether a record says that it holds a file, as the parts of messages and of tool results do. */
function saysMedia({
	type,
	mimeType,
	mime_type: other,
	mediaType,
}: Record<string, unknown>): boolean {
	const isPart = ['image', 'audio', 'video', 'file', 'blob', 'input_audio'].includes(String(type));
	return isPart || [mimeType, other, mediaType].some((one) => typeof one === 'string');
}

/** In one line, or in the lines of MIME (RFC 2045, 6.8). */
function isBase64(text: string): boolean {
	return text.length >= LEAST && /^[\w+/-]+={0,2}$/.test(text.replace(LINE_ENDS, ''));
}

function isFile(text: string): boolean {
	if (text.length < LEAST) return false;
	return DATA_URL.test(text) || ((MEDIA.test(text) || isMixed(text)) && isBase64(text));
}

/** Whether a long text has all kinds of characters that base64 has, as no name, number or sequence does. */
function isMixed(text: string): boolean {
	return text.length >= LONG && [/[A-Z]/, /[a-z]/, /\d/, /[+/]/].every((kind) => kind.test(text));
}

function leftOut(text: string): string {
	const [start = '', type = ''] = DATA_URL.exec(text) ?? [];
	const bytes = Math.floor(((text.replace(LINE_ENDS, '').length - start.length) * 3) / 4);
	return `[a file of about ${bytes} bytes${type === '' ? '' : `, ${type},`} was left out here]`;
}
