import { z } from 'zod';
import { admitPaid, readForm, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { modelHeaders } from '../../headers';
import { requirePolicy } from '../../jobs/fate';
import { musicPrice } from '../../jobs/musicRules';
import { enqueue } from '../../jobs/queue';
import { endsOf } from '../../jobs/retrieve';
import { silentMp3 } from '../../media/mp3';
import { soundFormat, soundSeconds } from '../../media/sound';
import { fieldModel, requireOnline } from '../../models/catalogue';
import type { Model } from '../../models/model';
import {
	type ConversionForm,
	conversionForm,
	conversionQuoteRequest,
} from '../../schemas/audioJobs';

const rules = z.object({
	voice_changer: z.literal(true),
	voices: z.array(z.string()),
	accepted_audio_formats: z.array(z.string()),
	max_source_audio_duration_seconds: z.number(),
	supports_background_noise_removal: z.boolean(),
	supports_seed: z.boolean(),
});

export const quoteConversion: Route = {
	method: 'POST',
	path: '/audio/voice-changer/quote',
	access: 'public',
	handle(call) {
		const { model: id, duration_seconds } = readJson(call, conversionQuoteRequest);
		const model = changingModel(id);
		requireLength('duration_seconds', duration_seconds, model);
		const quote = musicPrice(model.record, duration_seconds);
		return { payload: { json: { quote, duration_seconds } } };
	},
};

/** The name of its file decides what becomes of a job, as it has no prompt. */
export const queueConversion: Route = {
	method: 'POST',
	path: '/audio/voice-changer/queue',
	access: 'inference',
	handle(call) {
		const request = readForm(call, conversionForm);
		const model = changingModel(request.model);
		const seconds = Math.ceil(soundSeconds(request.file.content));
		requireSource(request, model);
		requireLength('file', seconds, model);
		requireOnline(model);
		requirePolicy(request.file.fileName);
		admitPaid(call, 'audio', model.record.id);
		const job = enqueue(call, model, {
			kind: 'voice',
			prompt: request.file.fileName,
			usd: musicPrice(model.record, seconds) ?? 0,
			media: { bytes: silentMp3(soundSeconds(request.file.content)), type: 'audio/mpeg' },
		});
		return {
			headers: modelHeaders(call.world.namePrefix, model),
			payload: {
				json: {
					model: model.record.id,
					queue_id: job.id,
					status: 'QUEUED',
					duration_seconds: seconds,
				},
			},
		};
	},
};

export const endOfConversion = endsOf('/audio/voice-changer', 'voice', 'audio');

function changingModel(id: string): Model {
	const model = fieldModel(id, 'music');
	if (model.record.model_spec.voice_changer === true) return model;
	throw invalidField('model', `Model ${id} does not change voices`);
}

function requireSource(request: ConversionForm, { record }: Model): void {
	const can = rules.parse(record.model_spec);
	const { file, voice } = request;
	const format = soundFormat(file.content) ?? 'unknown';
	const formats = can.accepted_audio_formats.map((name) => (name === 'm4a' ? 'mp4' : name));
	if (!formats.includes(format)) {
		const why = `Model ${record.id} takes ${can.accepted_audio_formats.join(', ')}`;
		throw invalidField('file', why, 'INVALID_AUDIO_FORMAT');
	}
	if (voice !== undefined && !can.voices.includes(voice) && !voice.startsWith('vv_')) {
		throw invalidField('voice', `Must be one of ${can.voices.join(', ')}, or a voice of your own`);
	}
	const gated = [
		['remove_background_noise', can.supports_background_noise_removal],
		['seed', can.supports_seed],
	] as const;
	for (const [field, able] of gated) {
		if (request[field] === undefined || able) continue;
		throw invalidField(field, `Model ${record.id} does not take ${field}`);
	}
}

function requireLength(field: string, seconds: number, { record }: Model): void {
	const most = rules.parse(record.model_spec).max_source_audio_duration_seconds;
	if (seconds > most) throw invalidField(field, `Model ${record.id} takes ${most} seconds at most`);
}
