import { type Model, record, usd } from './model';

const PER_MILLION_CHARACTERS = { basic: 4, expressive: 12, cloning: 20 };

/** The first model is the one used when a request names none, and its voice is the default voice. */
export const SPEECH_MODELS: Model[] = [
	{
		record: record('tts-basic', 'tts', {
			name: 'Speech Basic',
			description: 'Made-up speech model with plain delivery',
			privacy: 'private',
			pricing: { input: usd(PER_MILLION_CHARACTERS.basic) },
			voices: ['alba', 'bruno', 'clara', 'dario'],
			default_voice: 'alba',
			supported_formats: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'],
			default_format: 'mp3',
			supportsPromptParam: false,
			supportsTemperatureParam: false,
			supportsTopPParam: false,
			traits: [],
		}),
		price: { input: PER_MILLION_CHARACTERS.basic, output: 0 },
		sampleRate: 24_000,
	},
	{
		record: record('tts-expressive', 'tts', {
			name: 'Speech Expressive',
			description: 'Made-up speech model that follows a style prompt',
			privacy: 'anonymized',
			pricing: { input: usd(PER_MILLION_CHARACTERS.expressive) },
			voices: ['Ember', 'Flint', 'Grove'],
			default_voice: 'Ember',
			supported_formats: ['wav', 'mp3', 'pcm', 'flac'],
			default_format: 'wav',
			supports_custom_voice_id: true,
			supportsPromptParam: true,
			supportsTemperatureParam: true,
			supportsTopPParam: true,
			traits: [],
		}),
		price: { input: PER_MILLION_CHARACTERS.expressive, output: 0 },
		sampleRate: 48_000,
	},
	{
		record: record('tts-cloning', 'tts', {
			name: 'Speech Cloning',
			description: 'Made-up speech model that takes cloned voices',
			privacy: 'private',
			pricing: { input: usd(PER_MILLION_CHARACTERS.cloning) },
			voices: ['hazel', 'ivo'],
			default_voice: 'hazel',
			supported_formats: ['mp3', 'wav', 'pcm'],
			default_format: 'mp3',
			voice_cloning: {
				mode: 'zero_shot',
				accepted_formats: ['mp3', 'wav', 'flac', 'mp4'],
				min_sample_seconds: 5,
				retention_days: 7,
			},
			supportsPromptParam: false,
			supportsTemperatureParam: true,
			supportsTopPParam: false,
			traits: [],
		}),
		price: { input: PER_MILLION_CHARACTERS.cloning, output: 0 },
		sampleRate: 24_000,
	},
];
