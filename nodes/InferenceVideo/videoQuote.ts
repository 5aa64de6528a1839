import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { dataUrlSeconds } from '../../lib/files/videoSeconds';
import { isLeftToModel } from '../../lib/cost/price';
import { mediaOf, REFERENCE_VIDEOS } from './mediaRequest';
import type { Json } from '../../lib/core/record';

/** What sets the price of a video, by its name in the request for one and in that for its price (docs/maintainers/service.md#prices). */
const PRICED = [
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
const LONGEST_NAMED = 30;

/** The request for the price of a video that is asked for. Throws a ServiceFailure where that depends on a length which is not known. */
export function quoteOfVideo(this: IExecuteSingleFunctions, request: Json): Json {
	const priced = Object.entries(request).filter(([name]) => PRICED.includes(name));
	const clips = request[REFERENCE_VIDEOS];
	const total = Array.isArray(clips) ? clipsSeconds(this, clips) : undefined;
	return withReferences({
		...Object.fromEntries(priced),
		...ownDuration(request),
		...(total !== undefined && { reference_video_total_duration: total }),
	});
}

/** The request for a price with a total of 0 where there is no reference video, and no price without a total (docs/maintainers/service.md#prices). */
export function withReferences(quote: Json): Json {
	const isOpen = isLeftToModel(quote.duration) || isLeftToModel(quote.aspect_ratio);
	return isOpen ? { reference_video_total_duration: 0, ...quote } : quote;
}

/** A video to enlarge is measured by the service; its length is named where it can be, as a price without any is refused by some. */
function ownDuration({ duration, video_url: url }: Json): Json {
	const seconds = duration === undefined ? dataUrlSeconds(url) : undefined;
	const whole = Math.ceil(seconds ?? Infinity);
	return whole <= LONGEST_NAMED ? { duration: `${whole}s` } : {};
}

/** The length of all reference videos, of each by its bytes or as the user says. */
function clipsSeconds(context: IExecuteSingleFunctions, urls: unknown[]): number {
	const rows = mediaOf(context);
	const clips = rows.filter(({ usedAs }) => usedAs === REFERENCE_VIDEOS);
	const lengths = urls.map((url, at) => {
		const clip = clips[at];
		const given = Number(clip?.clipSeconds ?? 0);
		const seconds = dataUrlSeconds(url) ?? given;
		if (seconds > 0) return seconds;
		const label = clip?.label ?? `File ${at + 1}`;
		throw badInput(
			`the price depends on the length of ${label}, which is not known: enter it in Clip Duration (Seconds)`,
		);
	});
	const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
	return Math.round(total * 1000) / 1000;
}
