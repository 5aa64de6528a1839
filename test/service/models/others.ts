import { type Model, type ModelSpec, type ModelType, record, usd } from './model';

const other = (id: string, type: ModelType, name: string, spec: Partial<ModelSpec>): Model => ({
	record: record(id, type, {
		name,
		description: `Made-up ${type} model`,
		privacy: 'private',
		traits: [],
		...spec,
	}),
});

/** One record at least of each type that has no endpoint here yet, so that lists and searches are real. */
export const OTHER_MODELS: Model[] = [
	other('image-basic', 'image', 'Image Basic', {
		pricing: { generation: usd(0.01), upscale: { '2x': usd(0.02), '4x': usd(0.08) } },
		constraints: {
			promptCharacterLimit: 1500,
			steps: { default: 20, max: 50 },
			widthHeightDivisor: 8,
		},
		supportsStyleReferences: false,
		traits: ['default', 'fastest'],
	}),
	other('image-tiered', 'image', 'Image Tiered', {
		pricing: {
			resolutions: { '1K': usd(0.05), '2K': usd(0.1), '4K': usd(0.2) },
			upscale: { '2x': usd(0.02), '4x': usd(0.08) },
		},
		constraints: {
			promptCharacterLimit: 7500,
			steps: { default: 1, max: 1 },
			widthHeightDivisor: 1,
			aspectRatios: ['1:1', '16:9', '9:16'],
			defaultAspectRatio: '1:1',
			resolutions: ['1K', '2K', '4K'],
			defaultResolution: '1K',
		},
		supportsStyleReferences: false,
		traits: ['highest_quality'],
	}),
	other('edit-basic', 'inpaint', 'Edit Basic', {
		pricing: { inpaint: usd(0.04), inputImages: { included: 1, additional: usd(0.01) } },
		constraints: {
			aspectRatios: ['auto', '1:1', '16:9', '9:16'],
			promptCharacterLimit: 32_768,
			combineImages: true,
			maxInputImages: 3,
		},
	}),
	other('upscale-basic', 'upscale', 'Upscale Basic', {
		pricing: { upscale: { '2x': usd(0.02), '4x': usd(0.08) } },
	}),
	other('embedding-basic', 'embedding', 'Embedding Basic', {
		pricing: { input: usd(0.1), output: usd(0.1) },
		embeddingDimensions: 256,
		maxInputTokens: 8192,
		supportsCustomDimensions: true,
	}),
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
