import { other } from './images';
import type { Model, VideoFacts } from './model';

interface VideoModel {
	id: string;
	name: string;
	constraints?: object;
	region?: string[];
	facts: Partial<VideoFacts>;
}

function video({ id, name, constraints, region, facts }: VideoModel): Model {
	return {
		...other(id, 'video', name, {
			constraints: {
				aspect_ratios: ['16:9', '9:16'],
				resolutions: ['720p', '1080p'],
				durations: ['5s', '10s'],
				model_type: 'text-to-video',
				audio: true,
				audio_configurable: true,
				...constraints,
			},
			...(region && { regionRestrictions: region }),
		}),
		video: { inputs: ['negative_prompt'], required: [], perSecond: 0.05, ...facts },
	};
}

const NO_CHOICE = { aspect_ratios: [], audio: false, audio_configurable: false };
const NEWER = ['keyframes', 'omni_reference_task_type', 'reference_document_urls', 'bitrate_mode'];
const ENHANCEMENT = [
	...['enhancement_model', 'target_fps', 'slowdown_factor', 'output_format', 'h264_output'],
	...['compression', 'noise', 'halo', 'recover_detail', 'grain', 'softness', 'creativity'],
	...['realism', 'sharp'],
];
const REFERENCES = ['reference_image_urls', 'reference_video_urls', 'reference_audio_urls'];

/** Prices are not in the record: only a quote tells them. */
export const VIDEO_MODELS: Model[] = [
	video({ id: 'video-basic', name: 'Video Basic', facts: {} }),
	video({
		id: 'video-image',
		name: 'Video Image',
		constraints: {
			...NO_CHOICE,
			resolutions: ['720p'],
			durations: ['5s', '1 gen', 'Auto'],
			model_type: 'image-to-video',
		},
		facts: {
			inputs: ['image_url', 'end_image_url', 'audio_url', 'camera_trajectory'],
			required: ['image_url'],
		},
	}),
	video({
		id: 'video-private',
		name: 'Video Private',
		constraints: { prompt_character_limit: 5000 },
		facts: { givesLink: true, priced: 'aspect_ratio' },
	}),
	video({
		id: 'video-consent',
		name: 'Video Consent',
		constraints: { model_type: 'video' },
		facts: {
			inputs: ['image_url', 'end_image_url', 'negative_prompt', ...REFERENCES],
			asksConsent: true,
		},
	}),
	video({
		id: 'lab/video-scenes',
		name: 'Video Scenes',
		constraints: {
			model_type: 'video',
			aspect_ratios: ['16:9', '1:1', 'adaptive', 'auto'],
			resolutions: ['720p', '1080p', '768P'],
			durations: ['5s', '10s', '17s', 'auto', '-1'],
			prompt_character_limit: 20_000,
		},
		facts: {
			inputs: ['elements', 'scene_image_urls', 'audio_url', 'video_url', ...REFERENCES, ...NEWER],
			priced: 'resolution',
		},
	}),
	video({
		id: 'video-upscale',
		name: 'Video Upscale',
		constraints: { ...NO_CHOICE, resolutions: [], durations: ['Auto'], model_type: 'video' },
		facts: { inputs: ['video_url', 'upscale_factor'], required: ['video_url'], upscales: true },
	}),
	video({
		id: 'video-enhance',
		name: 'Video Enhance',
		constraints: {
			...NO_CHOICE,
			...{ resolutions: [], durations: [], model_type: 'video' },
			enhancement: {
				models: [
					{ label: 'Natural 2', value: 'natural-2' },
					{ label: 'Slow Motion', value: 'slow-1' },
				],
				sliders: [
					{ param: 'noise', min: 0, max: 0.8, default: 0.2 },
					{ param: 'softness', min: 1, max: 3, default: 1 },
				],
				selects: [{ param: 'target_fps', options: [24, 30, 60, 120], default: 30 }],
				h264_output: true,
				prompt: false,
			},
		},
		facts: {
			inputs: ['video_url', 'upscale_factor', ...ENHANCEMENT],
			required: ['video_url'],
			upscales: true,
		},
	}),
	video({ id: 'video-regional', name: 'Video Regional', region: ['ZZ'], facts: {} }),
];
