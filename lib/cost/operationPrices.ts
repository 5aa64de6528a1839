import { type Answer, header } from '../core/answer';
import { costFromUsd, type Cost, largerCost, reportedCost } from '../core/cost';
import { type Json, isRecord } from '../core/record';
import { ByteReader } from '../files/sound/containers/byteReader';
import { countRecordingSeconds } from '../files/sound/openRecording';
import { StoredFile } from '../files/storedFile';
import {
	chargesOutput,
	editPrice,
	imagePrice,
	musicPrice,
	transcriptionPrice,
	speechPrice,
	tokenPrice,
	upscalePrice,
	WEB_CALL_USD,
	withEnhancement,
} from './recordPrices';
import { leavesOutReasoning, tokenFields, usageIn } from './tokens';

export interface PricedCall {
	/** The values of the body, whether JSON or a form. */
	request: Json;
	files: File[];
	answer: Answer;
	/** Whether it is still to be sent, so that the answer says nothing. */
	isAhead?: boolean;
	/** The JSON of the first item, as `read` made it of the answer; before the call, the usage that is expected; empty when no item came of it. */
	firstItem: Json;
	/** `model_spec` of the model that ran, from the list of its type; undefined when it cannot be had. */
	spec(type: string): Promise<Json | undefined>;
	/** The price in USD that the service quotes for a video; undefined when it quotes none. */
	quote(request: Json): Promise<number | undefined>;
}

/** Where a price that is known before the call comes from, and how near it is to the charge. */
export interface PriceBasis {
	from: 'modelPrice' | 'quote' | 'usualPrice';
	accuracy: 'exact' | 'estimate' | 'upperBound';
}

/** What a paid call was charged; null when nothing says. Never throws for a price that is not known. */
export type PriceRule = ((paid: PricedCall) => Promise<Cost | null>) & {
	/** Of what is known before the call; left out where nothing is. */
	basis?(request: Json, files: File[]): PriceBasis;
	/** The price of a usage by the record of its model, for what is charged by tokens. */
	ofTokens?: TokenPrice;
	/** Whether nothing that a body holds changes it. */
	ignoresBody?: boolean;
	/** The type of the models that it is for; left out where a call goes to no model of the list. */
	modelType?: string;
};

export type TokenPrice = (spec: Json, usage: unknown) => number | undefined;

export function priceFromRecord(
	type: string,
	price: (spec: Json, paid: PricedCall) => number | undefined,
	accuracy: (request: Json, files: File[]) => PriceBasis['accuracy'] = () => 'exact',
): PriceRule {
	const fromSpec = async (paid: PricedCall) => {
		const spec = await paid.spec(type);
		return costFromUsd(spec && price(spec, paid), paid.answer, true);
	};
	return priceWithBasis(fromSpec, 'modelPrice', accuracy, type);
}

export function priceWithBasis(
	price: (paid: PricedCall) => Promise<Cost | null>,
	from: PriceBasis['from'],
	accuracy: (request: Json, files: File[]) => PriceBasis['accuracy'],
	modelType?: string,
): PriceRule {
	const basis: PriceRule['basis'] = (request, files) => ({
		from,
		accuracy: accuracy(request, files),
	});
	return Object.assign(async (paid: PricedCall) => await price(paid), { basis, modelType });
}

export const alwaysEstimate = () => 'estimate' as const;

/** For what costs the same whatever is asked for. */
export function flatPrice(
	usd: number,
	accuracy: () => PriceBasis['accuracy'] = () => 'exact',
): PriceRule {
	const price = async ({ answer }: PricedCall) => costFromUsd(usd, answer, true);
	return Object.assign(priceWithBasis(price, 'usualPrice', accuracy), { ignoresBody: true });
}

/** For what has no price in the answer, in the model list or in the documentation of the service. */
export const unknownPrice: PriceRule = async () => null;

/** The same for a cloned voice, which speaks with the models of speech. */
export const priceOfVoice: PriceRule = Object.assign(async () => null, { modelType: 'tts' });

/** About the same for every call to the web. */
export const priceOfWebCall = flatPrice(WEB_CALL_USD, alwaysEstimate);

export const priceOfSpeech = priceFromRecord('tts', (spec, { request }) =>
	speechPrice(spec, String(request.input ?? '')),
);

function priceFromTokens(type: string, ofTokens: TokenPrice): PriceRule {
	const fromUsage = (spec: Json, { firstItem }: PricedCall) => ofTokens(spec, usageIn(firstItem));
	return Object.assign(priceFromRecord(type, fromUsage, alwaysEstimate), { ofTokens });
}

export const priceOfEmbeddings = priceFromTokens('embedding', tokenPrice);

export const priceOfDecisions = priceFromTokens('decision', (spec, usage) => {
	const { inputTokens, outputTokens } = tokenFields(usage);
	const completionTokens = chargesOutput(spec) ? (outputTokens ?? Number.NaN) : 0;
	return tokenPrice(spec, { promptTokens: inputTokens, completionTokens });
});

export const priceOfMusic = priceFromRecord('music', (spec, { request }) =>
	musicPrice(spec, request),
);

/** The service may reduce a very large result, and does not say what it takes for it. */
export const priceOfUpscale = priceFromRecord(
	'upscale',
	(spec, { request }) => upscalePrice(spec, request.scale),
	() => 'upperBound',
);

export const priceOfImage = priceFromRecord(
	'image',
	(spec, paid) => withEnhancement(imagePrice(spec, paid.request), isEnhanced(paid)),
	({ enable_web_search: searches, ...request }) =>
		searches === true ? 'estimate' : imageAccuracy(request),
);

export const priceOfEdit = priceFromRecord(
	'inpaint',
	(spec, paid) => {
		const { request, files } = paid;
		const listed = Array.isArray(request.images) ? request.images.length : 1;
		const price = editPrice(spec, request, Math.max(files.length, listed));
		return withEnhancement(price, isEnhanced(paid));
	},
	imageAccuracy,
);

const priceOfChatTokens = priceFromTokens('text', tokenPrice);

const reportedOrTokens = async (paid: PricedCall): Promise<Cost | null> => {
	const reported = reportedCost(paid.firstItem.cost);
	if (reported !== null && reported.atLeast !== true) return reported;
	const price = await priceOfChatTokens(paid);
	if (reported !== null) return largerCost(reported, price);
	return price !== null && leavesOutReasoning(usageIn(paid.firstItem))
		? { ...price, atLeast: true }
		: price;
};

/** What the service reports, or else the tokens; the larger one where the report could be read in part only. */
export const priceOfChat: PriceRule = Object.assign(
	priceWithBasis(reportedOrTokens, 'modelPrice', alwaysEstimate, 'text'),
	{ ofTokens: tokenPrice },
);

/** The length of coded sound can be read in more than one way. */
function recordingAccuracy(_request: Json, files: File[]): PriceBasis['accuracy'] {
	return files.some(({ type, name }) => /wav/i.test(`${type} ${name}`)) ? 'exact' : 'estimate';
}

/** By the length that the service reports or, if it reports none, by that of the file where it can be read. */
export const priceOfTranscription = priceWithBasis(
	async (paid) => {
		const { duration } = paid.firstItem;
		const [file] = paid.files;
		const seconds =
			typeof duration === 'number' ? duration : file && (await recordingSecondsOf(file));
		return await priceFromRecord('asr', (spec) => transcriptionPrice(spec, seconds))(paid);
	},
	'modelPrice',
	recordingAccuracy,
	'asr',
);

/** By the length that the service reports or, before it does, by that of the file where it can be read; whole seconds are charged. */
export const priceOfConversion = priceWithBasis(
	async (paid) => {
		const { body } = paid.answer;
		const [file] = paid.files;
		const reported = isRecord(body) ? body.duration_seconds : undefined;
		const seconds =
			typeof reported === 'number' ? reported : file && (await recordingSecondsOf(file));
		if (seconds === undefined) return null;
		const request = { duration_seconds: Math.ceil(seconds) };
		return await priceFromRecord('music', (spec) => musicPrice(spec, request))(paid);
	},
	'modelPrice',
	recordingAccuracy,
	'music',
);

async function recordingSecondsOf(file: File): Promise<number | undefined> {
	if (file instanceof StoredFile && file.seconds !== undefined) return file.seconds;
	const reader = new ByteReader(file.stream(), async () => file.stream());
	try {
		return await countRecordingSeconds(reader);
	} catch {
		return undefined;
	} finally {
		await reader.close();
	}
}

/** What the service quotes for the same video, as no record has the price of one. */
export const priceOfVideo = priceWithBasis(
	async ({ request, answer, quote }) => costFromUsd(await quote(request), answer, true),
	'quote',
	videoAccuracy,
	'video',
);

/** The model chooses a length or a shape that is left to it, and the service measures clips on its own. */
function videoAccuracy({
	duration,
	aspect_ratio: ratio,
	...request
}: Json): PriceBasis['accuracy'] {
	const { reference_video_urls: clips, elements } = request;
	const isOpen = [duration, ratio].some((value) => isLeftToModel(value));
	return isOpen || clips !== undefined || elements !== undefined ? 'estimate' : 'exact';
}

export function isLeftToModel(value: unknown): boolean {
	return /^(?:auto|adaptive|-1)$/i.test(String(value));
}

/**
 * The header of a blockchain call. An answer that was given before is not charged again, and says what it was charged then: that is
 * the cost of this call if an earlier try of it may have been charged.
 */
export const priceOfRpc: PriceRule = async ({ answer }) => {
	const usd = header(answer, 'x-service-rpc-cost-usd') ?? '';
	const isReplay = header(answer, 'idempotent-replayed') === 'true';
	if (isReplay && answer.isRepeat !== true) return costFromUsd(0, answer, false);
	return usd === '' ? null : costFromUsd(Number(usd), answer, false);
};

/** Before the call, a prompt that may be rewritten counts as one that is. */
function isEnhanced({ request, answer, isAhead }: PricedCall): boolean {
	if (isAhead === true) return mayBeEnhanced(request);
	return header(answer, 'x-service-enhanced-prompt') !== undefined;
}

function mayBeEnhanced({ enhance_prompt: enhance }: Json): boolean {
	return String(enhance) === 'true';
}

function imageAccuracy(request: Json): PriceBasis['accuracy'] {
	return mayBeEnhanced(request) ? 'upperBound' : 'exact';
}
