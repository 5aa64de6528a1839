import { other } from './images';
import { type Model, type ModelSpec, usd } from './model';

const music = (id: string, name: string, spec: Partial<ModelSpec>): Model =>
	other(id, 'music', name, {
		supports_lyrics: false,
		lyrics_required: false,
		supports_force_instrumental: false,
		supports_loop: false,
		supports_language_code: false,
		supports_speed: false,
		supported_formats: ['mp3'],
		default_format: 'mp3',
		prompt_character_limit: 500,
		min_prompt_length: 1,
		...spec,
	});

const voiceChanger = (id: string, name: string, spec: Partial<ModelSpec>): Model =>
	other(id, 'music', name, {
		voice_changer: true,
		voices: ['Ada', 'Bert', 'Cleo'],
		default_voice: 'Ada',
		supports_custom_voice_id: true,
		supported_formats: ['mp3'],
		default_format: 'mp3',
		pricing: {
			durations: {
				'60': { ...usd(0.06), min_seconds: 1, max_seconds: 60 },
				'300': { ...usd(0.25), min_seconds: 61, max_seconds: 300 },
			},
		},
		...spec,
	});

/** Songs, instrumentals, effects and narration, each priced in another way. */
export const MUSIC_MODELS: Model[] = [
	music('music-basic', 'Music Basic', {
		pricing: {
			durations: {
				'30': { ...usd(0.1), min_seconds: 1, max_seconds: 30 },
				'60': { ...usd(0.2), min_seconds: 31, max_seconds: 60 },
			},
		},
		supports_lyrics: true,
		supports_lyrics_optimizer: true,
		supports_force_instrumental: true,
		duration_options: [30, 60],
		default_duration: 30,
		supported_formats: ['mp3', 'wav'],
		lyrics_character_limit: 3000,
		traits: ['default'],
	}),
	music('music-song', 'Music Song', {
		pricing: { generation: usd(0.15) },
		supports_lyrics: true,
		lyrics_required: true,
		lyrics_character_limit: 1000,
		min_prompt_length: 10,
	}),
	music('lab/music-effects', 'Music Effects', {
		pricing: { per_second: usd(0.002) },
		supports_loop: true,
		min_duration: 1,
		max_duration: 22,
		default_duration: 5,
		supported_formats: ['wav'],
		default_format: 'wav',
	}),
	music('music-narration', 'Music Narration', {
		pricing: { per_thousand_characters: usd(0.1) },
		voices: ['Ada', 'Bert', 'Cleo'],
		default_voice: 'Ada',
		supports_language_code: true,
		supports_speed: true,
		default_speed: 1,
		min_speed: 0.5,
		max_speed: 2,
		supported_formats: ['flac'],
		default_format: 'flac',
		prompt_character_limit: 20_000,
	}),
	voiceChanger('timbre-basic', 'Voice Changer', {
		supports_background_noise_removal: true,
		supports_seed: true,
		accepted_audio_formats: ['mp3', 'wav', 'flac', 'm4a', 'ogg'],
		max_source_audio_duration_seconds: 300,
	}),
	voiceChanger('timbre-short', 'Voice Changer Short', {
		supports_background_noise_removal: false,
		supports_seed: false,
		accepted_audio_formats: ['wav'],
		max_source_audio_duration_seconds: 20,
	}),
];
