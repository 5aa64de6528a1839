import { extensionFor, fileKindOf, isArchive, PLAIN_TEXT, type FileKind } from './fileKinds';

export interface FileLabels {
	mimeType?: string;
	fileName?: string;
	fileExtension?: string;
}

/** What a file is: by its bytes, or where they do not say, by its label and its name. */
export interface RecognizedFile {
	mimeType: string;
	/** Without a dot, in lower case; empty where nothing names one. */
	extension: string;
	/** As what it may be used: `audio`, `image`, `video`, `text` or `application`; a container of films may hold sound alone. */
	families: string[];
	isKnown: boolean;
}

/** Labels that say nothing: of S3, of web servers, of n8n. */
const MEANINGLESS_TYPE = /^$|\/octet-stream$/;

/** What the bytes of a file say of it; `bytes` are all of it, or the first `bytesToKnow`. */
export function recognizeByBytes(labels: FileLabels, bytes: Buffer): RecognizedFile {
	const label = labelOf(labels);
	const kindByBytes = fileKindOf(bytes);
	if (kindByBytes === undefined || kindByBytes === PLAIN_TEXT)
		return recognizeByLabels(labels, label, kindByBytes === PLAIN_TEXT);
	return ofKind(kindByBytes);
}

export function ofKind({ mimeType, extension }: FileKind): RecognizedFile {
	const [family = ''] = mimeType.split('/');
	const mayBeFilm = family === 'video' || extension === 'ogg' || extension === 'webm';
	return {
		mimeType,
		extension,
		families: mayBeFilm ? ['audio', 'video'] : [family],
		isKnown: true,
	};
}

/**
 * Whether a file is a picture: by its bytes, or `unclear` where they say nothing, or something else than its label or its name does. It may
 * have been meant, as a page that a download saved in its place, so that it is not left out in silence.
 */
export function isPicture(labels: FileLabels, bytes: Buffer): boolean | 'unclear' {
	const { families, isKnown } = recognizeByBytes(labels, bytes);
	if (isKnown && families.includes('image')) return true;
	const label = labelOf(labels);
	const named = extensionIn(labels.fileName) ?? '';
	if (label.startsWith('image/') || PICTURE_EXTENSION.test(named)) return 'unclear';
	const isOther = isKnown || families.includes('text') || /^(?:audio|video)\//.test(label);
	return isOther || isArchive(bytes) ? false : 'unclear';
}

/** The label, where it is one media type. */
function labelOf({ mimeType = '' }: FileLabels): string {
	const label = (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
	return /^[\w.+-]+\/[\w.+-]+$/.test(label) ? label : '';
}

/** The media type of a file as sound, or as a film, where its container may hold either. */
export function mediaTypeAs(
	family: string | undefined,
	{ mimeType, families }: RecognizedFile,
): string {
	const isEither = families.includes('audio') && families.includes('video');
	const containerSubtype = /^(?:audio|video)(\/(?:mp4|webm|ogg))$/.exec(mimeType)?.[1];
	if (!isEither || containerSubtype === undefined || !['audio', 'video'].includes(String(family)))
		return mimeType;
	return `${family}${containerSubtype}`;
}

function recognizeByLabels(labels: FileLabels, label: string, isText: boolean): RecognizedFile {
	const labelledExtension = extensionIn(labels.fileName) ?? labels.fileExtension?.toLowerCase();
	const family = label.split('/')[0] ?? '';
	if (!isText) {
		const extension =
			labelledExtension ??
			extensionFor(label) ??
			(MEANINGLESS_TYPE.test(label) ? '' : label.split('/')[1]);
		const mimeType = label || 'application/octet-stream';
		return { mimeType, extension: extension ?? '', families: [family], isKnown: false };
	}
	const isMisnamed = labelledExtension === undefined || BINARY_EXTENSION.test(labelledExtension);
	const extension = isMisnamed ? PLAIN_TEXT.extension : labelledExtension;
	const mimeType = TYPE_OF_TEXT[extension] ?? PLAIN_TEXT.mimeType;
	return { mimeType, extension, families: ['text'], isKnown: false };
}

/** Text does not say what it is a text of; its name does. */
const TYPE_OF_TEXT: Record<string, string> = {
	...{ csv: 'text/csv', tsv: 'text/tab-separated-values', json: 'application/json' },
	...{ html: 'text/html', md: 'text/markdown', xml: 'application/xml', vtt: 'text/vtt' },
};

/** The extension of a name, in lower case. Digits alone are none: "Note 2023-08-29 at 17.13.53". */
export function extensionIn(name = ''): string | undefined {
	return /\.([a-z0-9]{0,4}[a-z][a-z0-9]{0,4})$/i.exec(name)?.[1]?.toLowerCase();
}

const EQUIVALENT_EXTENSIONS = [
	['jpg', 'jpeg', 'jpe', 'jfif'],
	['tif', 'tiff'],
	['wav', 'wave'],
	['ogg', 'oga'],
	['mp4', 'm4a', 'm4v'],
	['heic', 'heif'],
	['html', 'htm'],
	['aiff', 'aif'],
];
const PICTURE_EXTENSIONS =
	'png|apng|jpe?g|jpe|jfif|gif|webp|bmp|tiff?|ico|jxl|jp2|hei[cf]|avif|svg';
const BINARY_EXTENSIONS = [
	PICTURE_EXTENSIONS,
	'mp[1-4aeg]|mpga|mpeg|m4[abv]|aac|flac|wave?|aiff?|ogg|og[avx]|opus|spx|web[am]|mk[av]|mov|3gp|avi|wm[av]|amr',
	'caf|au|mid|ac3|asf|flv|pdf|docx?|xlsx?|pptx?|epub|od[tsp]|rtf|zip|gz',
].join('|');
const PICTURE_EXTENSION = new RegExp(`^(?:${PICTURE_EXTENSIONS})$`);
const BINARY_EXTENSION = new RegExp(`^(?:${BINARY_EXTENSIONS})$`);
/** Extensions that name a kind of file; a name may end in another word after a dot. */
const KIND_EXTENSION = new RegExp(
	`^(?:${BINARY_EXTENSIONS}|ts|mts|pcm|raw|bin|dat|tmp|html?|csv|tsv|jsonl?|xml|txt|md|log|srt|vtt)$`,
);

export function isKindExtension(extension: string): boolean {
	return KIND_EXTENSION.test(extension);
}

/** A name with the extension of what the file is: one that fits is kept, a wrong one replaced, and one that is none is part of the name. */
export function nameWithExtension(name: string | undefined, extension: string): string {
	if (extension === '') return name || 'file';
	const called = name?.trim() ? name : 'file';
	const own = extensionIn(called);
	const isRight =
		own !== undefined &&
		(own === extension ||
			EQUIVALENT_EXTENSIONS.some((one) => one.includes(own) && one.includes(extension)));
	if (isRight) return called;
	const isWrong = own !== undefined && isKindExtension(own);
	return `${isWrong ? called.slice(0, -own.length - 1) : called}.${extension}`;
}
