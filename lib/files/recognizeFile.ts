import { extensionFor } from './fileFormats';
import { fileKindOf, PLAIN_TEXT } from './fileKind';

export interface FileLabels {
	mimeType: string;
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

/** Containers of films that also hold sound alone, and the label that says so. */
const SOUND_ONLY_LABEL: Record<string, [mimeType: string, extension: string]> = {
	'video/mp4': ['audio/mp4', 'm4a'],
	'video/webm': ['audio/webm', 'webm'],
};
const AUDIO_OR_VIDEO = new Set([
	'mp4',
	'mov',
	'3gp',
	'webm',
	'mkv',
	'ogg',
	'ogv',
	'asf',
	'ts',
	'mpg',
]);
/** Labels that say nothing: of S3, of web servers, of n8n. */
const MEANINGLESS_TYPE = /^$|\/octet-stream$/;

/** What the bytes of a file say of it; `bytes` are all of it, or the first `bytesToKnow`. */
export function recognizeByBytes(labels: FileLabels, bytes: Buffer): RecognizedFile {
	const label = (labels.mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
	const kindByBytes = fileKindOf(bytes);
	if (kindByBytes === undefined || kindByBytes === PLAIN_TEXT)
		return recognizeByLabels(labels, label, kindByBytes === PLAIN_TEXT);
	const { mimeType, extension } = kindByBytes;
	const [usualFamily = ''] = mimeType.split('/');
	const families = AUDIO_OR_VIDEO.has(extension) ? ['audio', 'video'] : [usualFamily];
	const [sound, ofSound] = SOUND_ONLY_LABEL[mimeType] ?? [];
	const isNamedSound = /^m4[ab]$/.test(extensionIn(labels.fileName) ?? '');
	const isSound = sound !== undefined && (label.startsWith('audio/') || isNamedSound);
	return {
		...{ families, isKnown: true },
		...(isSound ? { mimeType: sound, extension: String(ofSound) } : { mimeType, extension }),
	};
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
	const isMisnamed = MEANINGLESS_TYPE.test(label) || /^(audio|image|video)$/.test(family);
	const mimeType = isMisnamed ? PLAIN_TEXT.mimeType : label;
	return {
		mimeType,
		extension: labelledExtension ?? PLAIN_TEXT.extension,
		families: ['text'],
		isKnown: false,
	};
}

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
/** Extensions that name a kind of file; a name may end in another word after a dot. */
const KIND_EXTENSION = new RegExp(
	`^(?:${[
		...[
			'mp[1-4aeg]|mpga|mpeg|m4[abv]|aac|flac|wave?|aiff?|ogg|og[avx]|opus|spx|web[am]|mk[av]|mov|3gp|avi|wm[av]|amr',
		],
		...[
			'caf|au|mid|ac3|asf|flv|ts|mts|pcm|raw|png|apng|jpe?g|jpe|jfif|gif|webp|bmp|tiff?|ico|jxl|jp2|hei[cf]|avif|svg',
		],
		...[
			'pdf|docx?|xlsx?|pptx?|epub|od[tsp]|rtf|zip|gz|bin|dat|tmp|html?|csv|tsv|jsonl?|xml|txt|md|log|srt|vtt',
		],
	].join('|')})$`,
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
