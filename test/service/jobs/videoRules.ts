import { z } from 'zod';
import { invalidField, refuse } from '../errors';
import { requireListed } from '../images/family';
import type { Model } from '../models/model';
import { secondsOf } from './videoPrice';
import type { VideoQueueRequest, VideoQuoteRequest } from '../schemas/videoJobs';

const constraints = z.object({
	aspect_ratios: z.array(z.string()),
	resolutions: z.array(z.string()),
	durations: z.array(z.string()),
	audio_configurable: z.boolean(),
	prompt_character_limit: z.number().default(2500),
});

/** Fields that a model takes only when it says so elsewhere than in its lists. */
const INPUTS = [
	'negative_prompt',
	'image_url',
	'end_image_url',
	'video_url',
	'audio_url',
	'reference_image_urls',
	'reference_video_urls',
	'reference_audio_urls',
	'elements',
	'scene_image_urls',
	'keyframes',
	'omni_reference_task_type',
	'reference_document_urls',
	'upscale_factor',
	'camera_trajectory',
	'bitrate_mode',
	'enhancement_model',
	'target_fps',
	'slowdown_factor',
	'output_format',
	'h264_output',
	'compression',
	'noise',
	'halo',
	'recover_detail',
	'grain',
	'softness',
	'creativity',
	'realism',
	'sharp',
] as const;

const enhancement = z.object({
	models: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
	sliders: z.array(z.object({ param: z.string(), min: z.number(), max: z.number() })).default([]),
});

function enhancementOf({ record }: Model) {
	const { constraints: all } = record.model_spec;
	const found: unknown = typeof all === 'object' && all && Reflect.get(all, 'enhancement');
	return enhancement.parse(found || {});
}

export function constraintsOf({ record }: Model) {
	return constraints.parse(record.model_spec.constraints);
}

/** Refuses what a job of this model cannot take, and what it cannot do without. */
export function requireVideoFields(request: VideoQueueRequest, model: Model): void {
	const { id } = model.record;
	for (const field of INPUTS) {
		if (request[field] !== undefined && !model.video?.inputs.includes(field)) {
			throw invalidField(field, `Model ${id} does not take ${field}`);
		}
	}
	for (const field of INPUTS) {
		if (model.video?.required.includes(field) && request[field] === undefined) {
			throw invalidField(field, `Model ${id} needs ${field}`);
		}
	}
	if (model.video?.upscales) {
		// Its record lists Auto all the same.
		if (request.duration === 'Auto') throw refuse(400, 'duration must be a positive number');
		for (const field of ['prompt', 'resolution'] as const) {
			if (request[field] !== undefined) throw invalidField(field, `${id} does not take ${field}`);
		}
	} else {
		if (request.prompt === undefined) throw invalidField('prompt', 'Required');
		if (request.duration === undefined) throw invalidField('duration', 'Required');
	}
	requireChoices(request, model);
	requireEnhancement(request, model);
	requirePrompts(request, model);
	requireCamera(request);
	requireFrames(request);
	const { reference_image_urls: images, reference_video_urls: videos } = request;
	if (request.reference_audio_urls?.length && !images?.length && !videos?.length) {
		const why = 'Needs an image or video reference beside it';
		throw invalidField('reference_audio_urls', why);
	}
}

const LARGEST_TURN = 32 * 360;

function requireCamera({ camera_trajectory: path, image_url: image }: VideoQueueRequest): void {
	if (path === undefined) return;
	const times = path.map(({ time }) => time);
	if (times.some((time, index) => time <= (times[index - 1] ?? -1))) {
		throw invalidField('camera_trajectory', 'Times must increase');
	}
	const turned = path.reduce((sum, { azimuth = 0 }) => sum + Math.abs(azimuth), 0);
	if (turned > LARGEST_TURN) throw invalidField('camera_trajectory', '32 turns at most');
	if (image === undefined) throw invalidField('camera_trajectory', 'Needs image_url');
}

function requireFrames({ keyframes = [], duration }: VideoQueueRequest): void {
	const frames = keyframes.map(({ frame_index: frame }) => frame);
	if (new Set(frames).size < frames.length) throw invalidField('keyframes', 'A frame comes twice');
	if (Math.max(0, ...frames) > secondsOf(duration) * 24) {
		throw invalidField('keyframes', 'A frame is after the end');
	}
}

/** The values that a model lists for its enhancement. */
export function requireEnhancement(request: VideoQuoteRequest, model: Model): void {
	const { models, sliders } = enhancementOf(model);
	const { enhancement_model: chosen, ...others } = request;
	if (chosen !== undefined && models.length > 0) {
		requireListed(
			'enhancement_model',
			chosen,
			models.map(({ value }) => value),
		);
	}
	for (const { param, min, max } of sliders) {
		const value: unknown = Reflect.get(others, param);
		if (typeof value !== 'number' || (value >= min && value <= max)) continue;
		throw invalidField(param, `Must be from ${min} to ${max}`);
	}
}

/** An empty list means that the model takes no such field. */
export function requireChoices(request: VideoQuoteRequest | VideoQueueRequest, model: Model): void {
	const lists = constraintsOf(model);
	const { id } = model.record;
	const isMeasured = request.duration === undefined || parseFloat(request.duration) > 0;
	if (model.video?.upscales && !isMeasured)
		throw invalidField('duration', 'duration must be a positive number');
	const choices = [
		['aspect_ratio', lists.aspect_ratios],
		['resolution', lists.resolutions],
		['duration', lists.durations],
	] as const;
	for (const [field, list] of choices) {
		const measured = field === 'duration' && model.video?.upscales;
		if (request[field] === undefined || measured) continue;
		if (!list.length) throw invalidField(field, `Model ${id} does not take ${field}`);
		requireListed(field, request[field], list);
	}
	if (request.audio !== undefined && !lists.audio_configurable) {
		throw invalidField('audio', `Model ${id} leaves no choice of audio`);
	}
}

function requirePrompts(request: VideoQueueRequest, model: Model): void {
	const most = constraintsOf(model).prompt_character_limit;
	for (const field of ['prompt', 'negative_prompt'] as const) {
		if ((request[field]?.length ?? 0) <= most) continue;
		throw invalidField(field, `Model ${model.record.id} takes ${most} characters at most`);
	}
}
