import { ByteReader } from '../files/sound/containers/byteReader';
import { recordingSeconds } from '../files/sound/formats';
import { header } from '../core/answer';
import { costOf, largerCost, reportedCost } from '../core/cost';
import { isRecord, type Json } from '../core/record';
import { StoredFile } from '../files/storedFile';
import {
	chargesOutput,
	editPrice,
	imagePrice,
	musicPrice,
	soundPrice,
	speechPrice,
	tokenPrice,
	upscalePrice,
	WEB_CALL_USD,
	withEnhancement,
} from './prices';
import { type Paid, type Basis, type Price, fromRecord, based, roughly } from './priceSource';
import { tokenFields, usageIn } from './tokens';

/** For what has no price in the answer, in the model list or in the documentation of the service. */
export const unknownPrice: Price = async () => null;

/** The same for a cloned voice, which speaks with the models of speech. */
export const priceOfVoice: Price = Object.assign(async () => null, { models: 'tts' });

/** About the same for every call to the web. */
export const webPrice: Price = Object.assign(
	based(async ({ answer }) => costOf(WEB_CALL_USD, answer, true), 'usualPrice', roughly),
	{ ignoresBody: true },
);

export const priceOfSpeech = fromRecord('tts', (spec, { request }) =>
	speechPrice(spec, String(request.input ?? '')),
);

export const priceOfEmbeddings = fromRecord(
	'embedding',
	(spec, { json }) => tokenPrice(spec, usageIn(json)),
	roughly,
);

export const priceOfDecisions = fromRecord(
	'decision',
	(spec, { json }) => {
		const { inputTokens, outputTokens } = 'inputTokens' in json ? json : tokenFields(json.usage);
		return tokenPrice(spec, {
			promptTokens: inputTokens,
			completionTokens: chargesOutput(spec) ? (outputTokens ?? Number.NaN) : 0,
		});
	},
	roughly,
);

export const priceOfMusic = fromRecord('music', (spec, { request }) => musicPrice(spec, request));

export const priceOfUpscale = fromRecord('upscale', (spec, { request }) =>
	upscalePrice(spec, request.scale),
);

export const priceOfImage = fromRecord(
	'image',
	(spec, paid) => withEnhancement(imagePrice(spec, paid.request), isEnhanced(paid)),
	({ enable_web_search: searches, ...request }) =>
		searches === true ? 'estimate' : ofImage(request),
);

export const priceOfEdit = fromRecord(
	'inpaint',
	(spec, paid) => {
		const { request, files } = paid;
		const listed = Array.isArray(request.images) ? request.images.length : 1;
		const price = editPrice(spec, request, Math.max(files.length, listed));
		return withEnhancement(price, isEnhanced(paid));
	},
	ofImage,
);

const tokensOfChat = fromRecord(
	'text',
	(spec, { json }) => tokenPrice(spec, usageIn(json)),
	roughly,
);

/** What the service reports, or else the tokens; the larger one where the report could be read in part only. */
export const priceOfChat = based(
	async (paid) => {
		const reported = reportedCost(paid.json.cost);
		if (reported !== null && reported.atLeast !== true) return reported;
		const price = await tokensOfChat(paid);
		return reported === null ? price : largerCost(reported, price);
	},
	'modelPrice',
	roughly,
	'text',
);

/** The length of coded sound can be read in more than one way. */
function ofRecording(_request: Json, files: File[]): Basis['accuracy'] {
	return files.some(({ type, name }) => /wav/i.test(`${type} ${name}`)) ? 'exact' : 'estimate';
}

/** By the length that the service reports or, if it reports none, by that of the file where it can be read. */
export const priceOfTranscription = based(
	async (paid) => {
		const { duration } = paid.json;
		const [file] = paid.files;
		const seconds = typeof duration === 'number' ? duration : file && (await secondsOf(file));
		return await fromRecord('asr', (spec) => soundPrice(spec, seconds))(paid);
	},
	'modelPrice',
	ofRecording,
	'asr',
);

/** By the length that the service reports or, before it does, by that of the file where it can be read; whole seconds are charged. */
export const priceOfConversion = based(
	async (paid) => {
		const { body } = paid.answer;
		const [file] = paid.files;
		const reported = isRecord(body) ? body.duration_seconds : undefined;
		const seconds = typeof reported === 'number' ? reported : file && (await secondsOf(file));
		if (seconds === undefined) return null;
		const request = { duration_seconds: Math.ceil(seconds) };
		return await fromRecord('music', (spec) => musicPrice(spec, request))(paid);
	},
	'modelPrice',
	ofRecording,
	'music',
);

async function secondsOf(file: File): Promise<number | undefined> {
	if (file instanceof StoredFile && file.seconds !== undefined) return file.seconds;
	const reader = new ByteReader(file.stream(), async () => file.stream());
	try {
		return await recordingSeconds(reader);
	} catch {
		return undefined;
	} finally {
		await reader.close();
	}
}

/** What the service quotes for the same video, as no record has the price of one. */
export const priceOfVideo = based(
	async ({ request, answer, quote }) => costOf(await quote(request), answer, true),
	'quote',
	ofVideo,
	'video',
);

/** The model chooses a length or a shape that is left to it, and the service measures clips on its own. */
function ofVideo({ duration, aspect_ratio: ratio, ...request }: Json): Basis['accuracy'] {
	const { reference_video_urls: clips, elements } = request;
	const isOpen = [duration, ratio].some((value) => isLeftToModel(value));
	return isOpen || clips !== undefined || elements !== undefined ? 'estimate' : 'exact';
}

/** Whether a duration or an aspect ratio is one that the model chooses. */
export function isLeftToModel(value: unknown): boolean {
	return /^(?:auto|adaptive|-1)$/i.test(String(value));
}

/**
 * The header of a blockchain call. An answer that was given before is not charged again, and says what it was charged then: that is
 * the cost of this call if an earlier try of it may have been charged.
 */
export const priceOfRpc: Price = async ({ answer }) => {
	const usd = header(answer, 'x-service-rpc-cost-usd') ?? '';
	const isReplay = header(answer, 'idempotent-replayed') === 'true';
	if (isReplay && answer.isRepeat !== true) return costOf(0, answer, false);
	return usd === '' ? null : costOf(Number(usd), answer, false);
};

/** Before the call, a prompt that may be rewritten counts as one that is. */
function isEnhanced({ request, answer, isAhead }: Paid): boolean {
	if (isAhead === true) return mayBeEnhanced(request);
	return header(answer, 'x-service-enhanced-prompt') !== undefined;
}

function mayBeEnhanced({ enhance_prompt: enhance }: Json): boolean {
	return String(enhance) === 'true';
}

function ofImage(request: Json): Basis['accuracy'] {
	return mayBeEnhanced(request) ? 'upperBound' : 'exact';
}
