import { z } from 'zod';
import { invalidField } from '../errors';
import { priceAt } from '../images/pay';
import type { ModelRecord } from '../models/model';
import type { AudioQueueRequest } from '../schemas/audioJobs';

const rules = z.object({
	supports_lyrics: z.boolean().optional(),
	lyrics_required: z.boolean().optional(),
	supports_lyrics_optimizer: z.boolean().optional(),
	supports_force_instrumental: z.boolean().optional(),
	supports_loop: z.boolean().optional(),
	supports_language_code: z.boolean().optional(),
	supports_speed: z.boolean().optional(),
	min_speed: z.number().default(0.25),
	max_speed: z.number().default(4),
	voices: z.array(z.string()).default([]),
	duration_options: z.array(z.number()).optional(),
	min_duration: z.number().optional(),
	max_duration: z.number().optional(),
	default_duration: z.number().optional(),
	prompt_character_limit: z.number().default(500),
	min_prompt_length: z.number().default(1),
	lyrics_character_limit: z.number().default(3000),
});

/** Refuses what the model's record does not offer. */
export function requireMusicFields(request: AudioQueueRequest, { id, model_spec }: ModelRecord) {
	const can = rules.parse(model_spec);
	const { prompt, voice, speed } = request;
	const from = can.min_prompt_length;
	const to = can.prompt_character_limit;
	if (prompt.length < from || prompt.length > to) {
		throw invalidField('prompt', `Model ${id} takes ${from} to ${to} characters`);
	}
	requireLyrics(request, id, can);
	const gated = [
		['lyrics_optimizer', can.supports_lyrics_optimizer],
		['force_instrumental', can.supports_force_instrumental],
		['loop', can.supports_loop],
		['language_code', can.supports_language_code],
		['speed', can.supports_speed],
		['voice', can.voices.length > 0],
	] as const;
	for (const [field, able] of gated) {
		if (request[field] !== undefined && !able) {
			throw invalidField(field, `Model ${id} does not take ${field}`);
		}
	}
	if (voice !== undefined && !can.voices.includes(voice)) {
		throw invalidField('voice', `Must be one of ${can.voices.join(', ')}`);
	}
	if (speed !== undefined && (speed < can.min_speed || speed > can.max_speed)) {
		throw invalidField('speed', `Must be from ${can.min_speed} to ${can.max_speed}`);
	}
}

function requireLyrics(request: AudioQueueRequest, id: string, can: z.infer<typeof rules>): void {
	const lyrics = request.lyrics_prompt ?? '';
	if (request.lyrics_optimizer && lyrics !== '') {
		throw invalidField('lyrics_prompt', 'Must be empty when lyrics_optimizer writes the lyrics');
	}
	if (request.lyrics_prompt !== undefined && !can.supports_lyrics) {
		throw invalidField('lyrics_prompt', `Model ${id} does not take lyrics`);
	}
	if (can.lyrics_required && lyrics === '' && !request.lyrics_optimizer) {
		throw invalidField('lyrics_prompt', `Model ${id} needs lyrics`);
	}
	if (lyrics.length > can.lyrics_character_limit) {
		throw invalidField('lyrics_prompt', `${can.lyrics_character_limit} characters at most`);
	}
}

/** The length of a piece: as wished where the model leaves a choice, else its own. */
export function musicSeconds(wish: number | string | undefined, { id, model_spec }: ModelRecord) {
	const can = rules.parse(model_spec);
	if (wish === undefined) return can.default_duration ?? 30;
	const seconds = Number(wish);
	const { duration_options: options, min_duration: from, max_duration: to } = can;
	if (!options && to === undefined) {
		throw invalidField('duration_seconds', `Model ${id} leaves no choice of duration`);
	}
	if (options && !options.includes(seconds)) {
		throw invalidField('duration_seconds', `Must be one of ${options.join(', ')}`);
	}
	if (seconds < (from ?? 0) || seconds > (to ?? Infinity)) {
		throw invalidField('duration_seconds', `Must be from ${from} to ${to}`);
	}
	return seconds;
}

/** The price of a piece; nothing when the price goes by characters and their number is missing. */
export function musicPrice(record: ModelRecord, seconds: number, characters?: number) {
	const perThousand = priceAt(record, 'per_thousand_characters');
	if (perThousand !== undefined) {
		return characters === undefined ? undefined : (perThousand * characters) / 1000;
	}
	const perSecond = priceAt(record, 'per_second');
	if (perSecond !== undefined) return perSecond * seconds;
	return priceAt(record, 'generation') ?? tierPrice(record, seconds);
}

const tiers = z.object({
	durations: z.record(
		z.object({ usd: z.number(), min_seconds: z.number(), max_seconds: z.number() }),
	),
});

function tierPrice({ model_spec: spec }: ModelRecord, seconds: number): number {
	const all = Object.values(tiers.parse(spec.pricing).durations);
	const tier = all.find((one) => seconds >= one.min_seconds && seconds <= one.max_seconds);
	return tier?.usd ?? 0;
}
