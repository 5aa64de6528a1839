import { other } from './images';
import { type Model, usd } from './model';

/** One record at least of each type that has no endpoint here yet, so that lists and searches are real. */
export const OTHER_MODELS: Model[] = [
	other('asr-basic', 'asr', 'Transcription Basic', {
		pricing: { per_audio_second: usd(0.0001) },
	}),
	other('lab/asr-segments', 'asr', 'Transcription Segments', {
		pricing: { per_audio_second: usd(0.0002) },
	}),
	other('music-basic', 'music', 'Music Basic', {
		pricing: { durations: { '60': { ...usd(0.2), min_seconds: 1, max_seconds: 60 } } },
		supports_lyrics: true,
		lyrics_required: false,
		supports_force_instrumental: true,
		supports_loop: false,
		duration_options: [30, 60],
		default_duration: 30,
		supported_formats: ['mp3', 'wav'],
		default_format: 'mp3',
		prompt_character_limit: 500,
		min_prompt_length: 1,
		lyrics_character_limit: 3000,
	}),
	other('video-basic', 'video', 'Video Basic', {
		constraints: {
			aspect_ratios: ['16:9', '9:16'],
			resolutions: ['720p', '1080p'],
			durations: ['5s', '10s'],
			model_type: 'text-to-video',
			audio: true,
			audio_configurable: true,
		},
	}),
];
