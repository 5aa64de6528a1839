import type { Model } from '../models/model';
import type { VideoQueueRequest, VideoQuoteRequest } from '../schemas/videoJobs';

const FACTORS: Record<string, number> = { '720p': 1, '1080p': 2 };
const SILENT = 0.75;
const FAST = 2;
const MEASURED_SECONDS = 8;

/** How long a clip plays: of a data URL by its header, of a link always the same. */
export function clipSeconds(url: string): number {
	const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
	const at = url.startsWith('data:') ? bytes.indexOf('mvhd') : -1;
	return at < 0 ? MEASURED_SECONDS : bytes.readUInt32BE(at + 20) / bytes.readUInt32BE(at + 16);
}

export function secondsOf(duration: string | undefined): number {
	return Number(/^(\d+)s$/.exec(duration ?? '')?.[1] ?? MEASURED_SECONDS);
}

type Priced = Partial<VideoQuoteRequest & VideoQueueRequest>;

/** The price of a video in USD: by its length and that of the clips it follows, its lines and its sound. */
export function videoPrice(request: Priced, model: Model): number {
	const { video_url: source, reference_video_urls: clips = [] } = request;
	const followed =
		request.reference_video_total_duration ??
		clips.map(clipSeconds).reduce((sum, seconds) => sum + seconds, 0);
	const upscales = model.video?.upscales === true;
	const own = upscales && source !== undefined ? clipSeconds(source) : secondsOf(request.duration);
	const lines = FACTORS[request.resolution ?? '720p'] ?? 1;
	const factor = upscales ? (request.upscale_factor ?? 2) : lines;
	const sound = request.audio === false ? SILENT : 1;
	const { slowdown_factor: slowdown = 1, target_fps: frames = 30 } = request;
	const pace = slowdown * (frames > 60 ? FAST : 1);
	const usd = (model.video?.perSecond ?? 0) * (own + followed) * factor * sound * pace;
	return Number(usd.toFixed(6));
}

/** Whether the length or the shape is one that the model chooses, so that a price needs the length of the clips. */
export function isOpen({ duration, aspect_ratio: ratio }: VideoQuoteRequest): boolean {
	return /^(auto|-1)$/i.test(duration ?? '') || ['adaptive', 'auto'].includes(ratio ?? '');
}
