import { z } from 'zod';

const OTHER_DURATIONS = ['1 gen', 'Auto', 'auto', '-1'];

const link = z
	.string()
	.regex(
		/^(https?:\/\/\S+|data:[\w.+-]+\/[\w.+-]+;base64,[\w+/=-]+)$/i,
		'Must be a link or data URL',
	);

const links = (most: number) => z.array(link).max(most).optional();

const duration = z
	.string()
	.refine(
		(value) => /^([1-9]|[12]\d|30)s$/.test(value) || OTHER_DURATIONS.includes(value),
		`Must be one of 1s to 30s, ${OTHER_DURATIONS.join(', ')}`,
	);

/** What a price and a job have in common. */
const shared = {
	model: z.string().min(1),
	duration: duration.optional(),
	aspect_ratio: z
		.enum([
			'1:1',
			'2:3',
			'3:2',
			'3:4',
			'4:3',
			'4:5',
			'5:4',
			'9:16',
			'9:21',
			'16:9',
			'21:9',
			'adaptive',
			'auto',
		])
		.optional(),
	resolution: z
		.enum([
			'256p',
			'360p',
			'480p',
			'540p',
			'580p',
			'720p',
			'1080p',
			'1440p',
			'2160p',
			'4k',
			'2x',
			'4x',
			'2K',
			'true_1080p',
			'768P',
		])
		.optional(),
	upscale_factor: z.union([z.literal(1), z.literal(2), z.literal(4)]).optional(),
	audio: z.boolean().optional(),
	video_url: link.optional(),
	enhancement_model: z.string().min(1).optional(),
	target_fps: z.number().int().min(16).max(120).optional(),
	slowdown_factor: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]).optional(),
};

const share = z.number().min(0).max(1).optional();

export const videoQuoteRequest = z.object({
	...shared,
	reference_video_total_duration: z.number().min(0).max(75).optional(),
});

/** The family of models that asks for consent; the name is part of the wire. */
export const CONSENT_FLOW = 'face_consent';

const confirmed = z.literal(true);
const consent = z
	.object({
		confirmed_terms_and_privacy: confirmed,
		confirmed_legal_right: confirmed,
		confirmed_screening_acknowledged: confirmed,
	})
	.strict();

export const videoQueueRequest = z.object({
	...shared,
	prompt: z.string().min(1).max(20_000).optional(),
	negative_prompt: z.string().max(20_000).optional(),
	image_url: link.optional(),
	end_image_url: link.optional(),
	audio_url: link.optional(),
	reference_image_urls: links(30),
	reference_video_urls: links(10),
	reference_audio_urls: links(10),
	elements: z
		.array(
			z.object({
				frontal_image_url: link.optional(),
				reference_image_urls: links(3),
				video_url: link.optional(),
			}),
		)
		.max(4)
		.optional(),
	scene_image_urls: links(4),
	keyframes: z
		.array(z.object({ frame_index: z.number().int().min(0), image_url: link }))
		.max(10)
		.optional(),
	omni_reference_task_type: z.enum(['auto', 'edit', 'extend', 'reference']).optional(),
	reference_document_urls: links(1),
	bitrate_mode: z.enum(['standard', 'high']).optional(),
	camera_trajectory: z
		.array(z.object({ time: z.number().min(0), azimuth: z.number().optional() }).passthrough())
		.min(2)
		.max(12)
		.optional(),
	output_format: z.enum(['mp4', 'prores']).optional(),
	h264_output: z.boolean().optional(),
	compression: share,
	noise: share,
	halo: share,
	recover_detail: share,
	grain: z.number().min(0).max(0.1).optional(),
	softness: z.number().min(1).max(5).optional(),
	creativity: share,
	realism: share,
	sharp: share,
	consents: z
		.object({ [CONSENT_FLOW]: consent.optional() })
		.strict()
		.optional(),
});

export type VideoQueueRequest = z.infer<typeof videoQueueRequest>;
export type VideoQuoteRequest = z.infer<typeof videoQuoteRequest>;

export const videoTranscriptionRequest = z
	.object({
		url: z
			.string()
			.url()
			.regex(/^https?:/i, 'Must be a public link'),
		response_format: z.enum(['json', 'text']).default('json'),
	})
	.strict();
