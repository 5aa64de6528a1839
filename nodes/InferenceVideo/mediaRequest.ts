import { rowsIn, type ItemContext } from '../../lib/core/execution';
import { accept } from '../../lib/fields/accept';
import { badInput, type ServiceFailure } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { rejectCutPicture } from '../../lib/files/cutPicture';
import { download } from '../../lib/files/download';
import { isSignedN8nLink } from '../../lib/files/fileAddress';
import { rejectCutDataUrl } from '../../lib/files/imageInput';
import {
	readKnownInputFile,
	requiredFile,
	type FileChoice,
	type KnownFile,
} from '../../lib/files/inputFile';
import { mediaTypeAs } from '../../lib/files/recognizeFile';
import { mergeIntoBody } from '../../lib/wire/body';
import type { BeforeSend } from '../../lib/wire/send';
import { MEDIA_ROLES, type MediaRole } from './mediaRoles';
import { readChosenPicture, takenPicture } from './startImage';

/** The body of a queue request may have 35 MB (docs/maintainers/service.md#video); base64 makes a file a third larger. */
const MAX_MEDIA_BYTES = 25_000_000;

const KEYFRAMES_ROLE = 'keyframes';
export const REFERENCE_VIDEOS_ROLE = 'reference_video_urls';

export interface Medium extends FileChoice {
	/** What an error calls it. */
	label: string;
	usedAs: string;
	frameIndex?: unknown;
	clipSeconds?: unknown;
}

/** The files that the user names for the video: its picture, and the rows of Images, Clips and Sounds. */
export function readMedia(context: ItemContext): Medium[] {
	const rows = rowsIn<Medium>(context.parameters.options.media, 'medium');
	const files = rows.map((row, index) => ({ ...row, label: `File ${index + 1}` }));
	return [...readChosenPicture(context), ...files];
}

/** Checks, before anything is sent, that the media are where the panel says and may go together. Throws a ServiceFailure. */
export function checkMedia(context: ItemContext): void {
	const media = readMedia(context);
	const usedSingleRoles = new Map<string, string>();
	for (const medium of media) {
		const { label } = medium;
		const role = roleOf(medium);
		checkMediumFile(context, medium);
		if (medium.usedAs === KEYFRAMES_ROLE) frameIndexOf(medium, label);
		if (medium.usedAs === REFERENCE_VIDEOS_ROLE) checkClipDuration(medium, label);
		if (role.known !== undefined) continue;
		const other = usedSingleRoles.get(medium.usedAs);
		if (other !== undefined)
			throw badInput(
				`Only one ${role.name} is allowed, but both ${other} and ${label} are used as one`,
				'Change Use As of one of them.',
			);
		usedSingleRoles.set(medium.usedAs, label);
	}
	const roles = media.map(({ usedAs }) => usedAs);
	const visual = ['reference_image_urls', REFERENCE_VIDEOS_ROLE].some((role) =>
		roles.includes(role),
	);
	if (roles.includes('reference_audio_urls') && !visual) {
		throw badInput(
			'A Reference Audio needs a Reference Image or a Reference Video as well',
			'Add one under Images, Clips and Sounds.',
		);
	}
}

/** Frames per second that the index of a keyframe counts at most (docs/maintainers/service.md#video). */
const MAX_FRAMES_PER_SECOND = 24;

/** Checks that no two keyframes are the same frame, and none comes after the end of the video. Throws a ServiceFailure. */
export function checkKeyframes(context: ItemContext, duration: unknown): void {
	const [, seconds] = /^(\d+)s$/.exec(String(duration ?? '')) ?? [];
	const last = seconds === undefined ? Infinity : Number(seconds) * MAX_FRAMES_PER_SECOND;
	const usedFrames = new Set<number>();
	for (const medium of readMedia(context)) {
		if (medium.usedAs !== KEYFRAMES_ROLE) continue;
		const { label } = medium;
		const frame = frameIndexOf(medium, label);
		if (frame > last) {
			throw badInput(
				`Frame Index of ${label} must be at most ${last} for a video of ${seconds} seconds, but ${frame} was given`,
				`Set it to at most ${last}, or choose a longer Duration.`,
			);
		}
		if (usedFrames.has(frame))
			throw badInput(
				`Frame Index of ${label}: frame ${frame} already has an image`,
				'Choose another frame for one of them.',
			);
		usedFrames.add(frame);
	}
}

export const addMedia: BeforeSend = async function (options, run) {
	const values: Record<string, unknown> = {};
	const body = isRecord(options.body) ? options.body : {};
	const picture = await takenPicture(this, run, String(body.model ?? ''));
	for (const medium of [...picture, ...readMedia(this)]) {
		const url = await mediaUrlOf(this, medium);
		const list = values[medium.usedAs];
		const entry =
			medium.usedAs === KEYFRAMES_ROLE
				? { frame_index: frameIndexOf(medium, medium.label), image_url: url }
				: url;
		const isList = roleOf(medium).known !== undefined;
		values[medium.usedAs] = isList ? [...(Array.isArray(list) ? list : []), entry] : entry;
	}
	if (body.camera_trajectory !== undefined && values.image_url === undefined)
		throw cameraWithoutPicture();
	mergeIntoBody(options, values);
};

/** The poses of a camera start from a picture. */
export const cameraWithoutPicture = (): ServiceFailure =>
	badInput(
		'Camera Path needs a Start Image',
		'Add an image under Images, Clips and Sounds, and set Use As to First Image.',
	);

/** Checks that the file of a medium is where the panel says. Throws a ServiceFailure. */
export function checkMediumFile(context: ItemContext, medium: Medium): void {
	if (medium.fileSource === 'binary') requiredFile(context, medium.inputBinaryField);
	else checkMediaUrl(medium.fileUrl ?? '', medium.label);
}

function checkMediaUrl(url: string, label: string): void {
	if (!/^(https?:\/\/|data:)/i.test(url.trim()) || !URL.canParse(url.trim())) {
		throw badInput(
			`${label} must be a whole address that starts with https://, http:// or data:, but "${url.slice(0, 80)}" was given`,
			'Enter the whole address, or set File Source to Binary Field.',
		);
	}
}

function roleOf({ usedAs }: Medium): MediaRole {
	const role = MEDIA_ROLES.find(({ value }) => value === usedAs);
	if (role !== undefined) return role;
	const names = MEDIA_ROLES.map(({ value }) => value).join(', ');
	throw badInput(
		`Use As must be one of ${names}, but "${usedAs}" was given`,
		'Choose one of them in Use As.',
	);
}

function frameIndexOf({ frameIndex = 0 }: Medium, label: string): number {
	const rule = { kind: 'number', min: 0, integer: true, required: true } as const;
	return Number(accept({ ...rule, label: `Frame Index of ${label}` }, frameIndex, 'UTC'));
}

function checkClipDuration({ clipSeconds = 0 }: Medium, label: string): void {
	const rule = { kind: 'number', min: 0, label: `Clip Duration of ${label}` } as const;
	accept(rule, clipSeconds, 'UTC');
}

/** The address of a medium, or its bytes as one. Throws a ServiceFailure. */
export async function mediaUrlOf(context: ItemContext, medium: Medium): Promise<string> {
	const { label } = medium;
	const url = (medium.fileUrl ?? '').trim();
	if (medium.fileSource === 'url' && !isSignedN8nLink(context, url)) {
		await rejectCutDataUrl(url, label);
		return url;
	}
	const file =
		medium.fileSource === 'url'
			? await download(context, url, { label, limit: MAX_MEDIA_BYTES })
			: await readKnownInputFile(
					context,
					requiredFile(context, medium.inputBinaryField),
					MAX_MEDIA_BYTES,
				);
	const role = roleOf(medium);
	rejectOtherKind(file, role, label);
	await rejectCutPicture(file.bytes, label);
	return `data:${mediaTypeAs(role.kind, file)};base64,${file.bytes.toString('base64')}`;
}

function rejectOtherKind(
	{ families, mimeType }: KnownFile,
	{ kind }: MediaRole,
	label: string,
): void {
	if (kind === undefined || families.includes(kind)) return;
	throw badInput(
		`${label} must be of the type ${kind}, but the file is of the type "${mimeType}"`,
		'Choose another file, or change Use As.',
	);
}
