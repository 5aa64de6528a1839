import { isRecord } from './record';

const DATA_URL_START = /^data:([\w.+/-]*)[^,]{0,100};base64,/i;
/** The same within a text, such as a picture of Markdown. */
const DATA_URLS_IN_TEXT = /data:[^,\s]{0,200};base64,[\w+/-]{200,}={0,2}/gi;

/** How the base64 of PNG, JPEG, GIF, RIFF (WAV and WebP), MP3, AAC, Ogg, FLAC, MP4, WebM, PDF, TIFF, ZIP (and office files) and gzip begins. */
const MEDIA_BASE64_START =
	/^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|SUQz|\/\/[E-Pk-v]|T2dnUw|ZkxhQ|AAAA..Z0eX|GkXfo|JVBER|SUkqA|TU0AK|UEsDB|H4sI)/;

const LINE_ENDS = /[\r\n]+/g;

/** Shorter ones are no files. */
const MIN_FILE_CHARACTERS = 200;
/** From here on, what is base64 is a file of any kind. */
const LONG_BASE64_CHARACTERS = 2_000;

/** The value with a sentence in place of every data URL and every file in base64; anything else stays as it is. */
export function leaveOutMedia(value: unknown): unknown {
	if (typeof value === 'string') {
		return isEncodedFile(value)
			? leftOutNote(value)
			: value.replace(DATA_URLS_IN_TEXT, leftOutNote);
	}
	if (Array.isArray(value)) return value.map(leaveOutMedia);
	if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
	const isLabelled = isLabelledAsMedia(value);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			const isBytes = isLabelled && typeof inner === 'string' && isBase64(inner);
			return [key, isBytes ? leftOutNote(inner) : leaveOutMedia(inner)];
		}),
	);
}

/** Whether a record says that it holds a file, as the parts of messages and of tool results do. */
function isLabelledAsMedia({
	type,
	mimeType,
	mime_type: other,
	mediaType,
}: Record<string, unknown>): boolean {
	const isPart = ['image', 'audio', 'video', 'file', 'blob', 'input_audio'].includes(String(type));
	return isPart || [mimeType, other, mediaType].some((one) => typeof one === 'string');
}

/** In one line, or in the lines of MIME (RFC 2045, 6.8). Other text is known by its start. */
function isBase64(text: string): boolean {
	return /^[\w+/=\r\n-]{200}/.test(text) && /^[\w+/-]+={0,2}$/.test(text.replace(LINE_ENDS, ''));
}

function isEncodedFile(text: string): boolean {
	if (text.length < MIN_FILE_CHARACTERS) return false;
	return (
		DATA_URL_START.test(text) ||
		(isBase64(text) && (MEDIA_BASE64_START.test(text) || hasAllBase64Kinds(text)))
	);
}

/** Whether a long text has all kinds of characters that base64 has, as no name, number or sequence does. */
function hasAllBase64Kinds(text: string): boolean {
	return (
		text.length >= LONG_BASE64_CHARACTERS &&
		[/[A-Z]/, /[a-z]/, /\d/, /[+/]/].every((kind) => kind.test(text))
	);
}

function leftOutNote(text: string): string {
	const [start = '', type = ''] = DATA_URL_START.exec(text) ?? [];
	const bytes = Math.floor(((text.replace(LINE_ENDS, '').length - start.length) * 3) / 4);
	return `[a file of about ${bytes} bytes${type === '' ? '' : `, ${type},`} was left out here]`;
}
