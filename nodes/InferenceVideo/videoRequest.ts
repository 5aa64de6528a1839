import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Choice } from '../../lib/models/chooseModel';
import { startsFrom } from '../../lib/models/defaultRecord';
import { isRecord } from '../../lib/record';
import { setBody } from '../../lib/transport/http/body';
import { download } from '../../lib/transport/files/download';
import { badInput } from '../../lib/transport/errors/failure';
import { isOwnLink } from '../../lib/transport/files/fileAddress';
import { inputBytes, inputFile } from '../../lib/transport/files/inputFile';
import { startOfMedia } from './startOfMedia';

/** The body of a queue request may have 35 MB (docs/service.md#video); base64 makes a file a third larger. */
const FILE_LIMIT = 25_000_000;

const MOST: Record<string, number> = {
	reference_image_urls: 10,
	reference_video_urls: 5,
	reference_audio_urls: 5,
	scene_image_urls: 4,
};

const KINDS: Record<string, string> = {
	image_url: 'image',
	end_image_url: 'image',
	reference_image_urls: 'image',
	scene_image_urls: 'image',
	audio_url: 'audio',
	reference_audio_urls: 'audio',
	video_url: 'video',
	reference_video_urls: 'video',
};

interface Medium {
	usedAs: string;
	fileSource: 'binary' | 'url';
	inputBinaryField?: string;
	fileUrl?: string;
}

/** What the default model of an item has to start from. */
export function startOf(context: IExecuteSingleFunctions): Choice {
	const name = startOfMedia(mediaOf(context));
	return { name, fits: startsFrom(name) };
}

/** Checks, before anything is sent, prompt and duration, and that the media are where the panel says and may go together. */
export function checkVideo(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	const media = mediaOf(this);
	const enlarges = media.some(({ usedAs }) => usedAs === 'video_url');
	for (const [name, label] of [
		['prompt', 'Prompt'],
		['duration', 'Duration'],
	] as const) {
		if (body[name] === undefined && !enlarges) {
			throw badInput(
				`${label} must not be empty`,
				'Only models that enlarge a video do without; they need a Source Video.',
			);
		}
	}
	const singles = new Set<string>();
	for (const [index, medium] of media.entries()) {
		const label = `Medium ${index + 1}`;
		if (medium.fileSource === 'binary') requireMedium(this, medium, label);
		else checkUrl(medium.fileUrl ?? '', label);
		if (MOST[medium.usedAs] !== undefined) continue;
		if (singles.has(medium.usedAs))
			throw badInput(`${label} is a second one of a kind that may be there once only`);
		singles.add(medium.usedAs);
	}
	for (const [role, most] of Object.entries(MOST)) {
		const count = media.filter((medium) => medium.usedAs === role).length;
		if (count > most)
			throw badInput(`Media may have at most ${most} of the kind ${role}, but ${count} were given`);
	}
	const roles = media.map(({ usedAs }) => usedAs);
	const visual = ['reference_image_urls', 'reference_video_urls'].some((role) =>
		roles.includes(role),
	);
	if (roles.includes('reference_audio_urls') && !visual) {
		throw badInput('A Reference Audio needs a Reference Image or Reference Video beside it');
	}
}

/** Puts the media into the request, files as data URLs. */
export async function addMedia(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<void> {
	const values: Record<string, unknown> = {};
	for (const medium of mediaOf(this)) {
		const url = await urlOf(this, medium);
		const list = values[medium.usedAs];
		if (MOST[medium.usedAs] === undefined) values[medium.usedAs] = url;
		else values[medium.usedAs] = [...(Array.isArray(list) ? list : []), url];
	}
	setBody(options, values);
}

/** Puts the consent into the request, under the name of its flow (docs/service.md#video). */
export function addConsent(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const given = this.getNodeParameter('options.consent.given', {}) as IDataObject;
	if (Object.keys(given).length === 0) return;
	const flow = String(given.flow ?? '').trim();
	if (flow === '')
		throw badInput('Consent needs the name of the Consent Flow that the error of the service gave');
	if (given.terms !== true || given.right !== true || given.screening !== true) {
		throw badInput('Consent needs all three confirmations to be switched on');
	}
	const confirmations = {
		confirmed_terms_and_privacy: true,
		confirmed_legal_right: true,
		confirmed_screening_acknowledged: true,
	};
	setBody(options, { consents: { [flow]: confirmations } });
}

/** Refuses a text that is no http(s) address or data URL. */
export function checkUrl(url: string, label: string): void {
	if (!/^(https?:\/\/|data:)/i.test(url.trim()) || !URL.canParse(url.trim())) {
		throw badInput(
			`${label} must be a URL starting with https://, http:// or data:, but "${url.slice(0, 80)}" was given`,
		);
	}
}

async function urlOf(context: IExecuteSingleFunctions, medium: Medium): Promise<string> {
	const url = (medium.fileUrl ?? '').trim();
	if (medium.fileSource === 'url' && !isOwnLink(context, url)) return url;
	if (medium.fileSource === 'url') {
		const file = await download(context, url, { label: 'The medium', limit: FILE_LIMIT });
		return `data:${file.mimeType};base64,${file.bytes.toString('base64')}`;
	}
	const field = medium.inputBinaryField ?? 'data';
	const bytes = await inputBytes(context, field, FILE_LIMIT);
	return `data:${inputFile(context, field).mimeType};base64,${bytes.toString('base64')}`;
}

function requireMedium(context: IExecuteSingleFunctions, medium: Medium, label: string): void {
	const { mimeType } = inputFile(context, medium.inputBinaryField ?? 'data');
	const kind = KINDS[medium.usedAs] ?? 'image';
	if (!mimeType.startsWith(`${kind}/`)) {
		throw badInput(
			`${label} must be of the type ${kind}, but the file is of the type "${mimeType}"`,
		);
	}
}

function mediaOf(context: IExecuteSingleFunctions): Medium[] {
	return context.getNodeParameter('media.medium', []) as unknown as Medium[];
}
