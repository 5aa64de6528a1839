import type { Model } from '../models/model';
import type { VideoQueueRequest, VideoQuoteRequest } from '../schemas/videoJobs';

const FACTORS: Record<string, number> = { '720p': 1, '1080p': 2 };
const WITH_VIDEO = 0.8;
const SILENT = 0.75;
const MEASURED_SECONDS = 8;

export function secondsOf(duration: string | undefined): number {
	return Number(/^(\d+)s$/.exec(duration ?? '')?.[1] ?? MEASURED_SECONDS);
}

/** The price of a video in USD: by its length, its lines, its sound and its references. */
export function videoPrice(request: VideoQuoteRequest | VideoQueueRequest, model: Model): number {
	const seconds = model.video?.upscales ? MEASURED_SECONDS : secondsOf(request.duration);
	const lines = FACTORS[request.resolution ?? '720p'] ?? 1;
	const factor = model.video?.upscales ? (request.upscale_factor ?? 2) : lines;
	const sound = request.audio === false ? SILENT : 1;
	const withVideo =
		'reference_video_total_duration' in request && request.reference_video_total_duration;
	const tariff = withVideo ? WITH_VIDEO : 1;
	const usd = (model.video?.perSecond ?? 0) * seconds * factor * sound * tariff;
	return Number(usd.toFixed(6));
}
