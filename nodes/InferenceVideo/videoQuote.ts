import type { ItemContext } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
import { readDataUrlSeconds } from '../../lib/files/sound/containers/mp4Boxes';
import { isLeftToModel } from '../../lib/cost/operationPrices';
import { readMedia, REFERENCE_VIDEOS_ROLE } from './mediaRequest';
import type { Json } from '../../lib/core/record';

/** What sets the price of a video, by its name in the request for one and in that for its price (docs/maintainers/service.md#prices). */
const PRICED_FIELDS = [
	'model',
	'duration',
	'resolution',
	'aspect_ratio',
	'audio',
	'upscale_factor',
	'enhancement_model',
	'target_fps',
	'slowdown_factor',
	'video_url',
];

/** The longest duration in seconds that a request can name. */
const MAX_NAMED_SECONDS = 30;

/** The request for the price of a video that is asked for. Throws a ServiceFailure where that depends on a length which is not known. */
export function createVideoQuoteRequest(this: ItemContext, request: Json): Json {
	const priced = Object.entries(request).filter(([name]) => PRICED_FIELDS.includes(name));
	const clips = request[REFERENCE_VIDEOS_ROLE];
	const total = Array.isArray(clips) ? totalClipSeconds(this, clips) : undefined;
	return withReferenceTotal({
		...Object.fromEntries(priced),
		...durationOfUpscale(request),
		...(total !== undefined && { reference_video_total_duration: total }),
	});
}

/** The request for a price with a total of 0 where there is no reference video, and no price without a total (docs/maintainers/service.md#prices). */
export function withReferenceTotal(quote: Json): Json {
	const isOpen = isLeftToModel(quote.duration) || isLeftToModel(quote.aspect_ratio);
	return isOpen ? { reference_video_total_duration: 0, ...quote } : quote;
}

/** A video to enlarge is measured by the service; its length is named where it can be, as a price without any is refused by some. */
function durationOfUpscale({ duration, video_url: url }: Json): Json {
	const seconds = duration === undefined ? readDataUrlSeconds(url) : undefined;
	const whole = Math.ceil(seconds ?? Infinity);
	return whole <= MAX_NAMED_SECONDS ? { duration: `${whole}s` } : {};
}

/** The length of all reference videos, of each by its bytes or as the user says. */
function totalClipSeconds(context: ItemContext, urls: unknown[]): number {
	const rows = readMedia(context);
	const clips = rows.filter(({ usedAs }) => usedAs === REFERENCE_VIDEOS_ROLE);
	const lengths = urls.map((url, at) => {
		const clip = clips[at];
		const enteredSeconds = Number(clip?.clipSeconds ?? 0);
		const seconds = readDataUrlSeconds(url) ?? enteredSeconds;
		if (seconds > 0) return seconds;
		const label = clip?.label ?? `File ${at + 1}`;
		throw badInput(
			`the price depends on the length of ${label}, which is not known: enter it in Clip Duration (Seconds)`,
			'Enter it in seconds.',
		);
	});
	const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
	return Math.round(total * 1000) / 1000;
}
