import { admitPaid, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { modelHeaders } from '../../headers';
import { requirePolicy } from '../../jobs/fate';
import { musicPrice, musicSeconds, requireMusicFields } from '../../jobs/musicRules';
import { enqueue } from '../../jobs/queue';
import { endsOf } from '../../jobs/retrieve';
import { music } from '../../media/music';
import { fieldModel, requireOnline } from '../../models/catalogue';
import type { Model } from '../../models/model';
import { audioQueueRequest, audioQuoteRequest } from '../../schemas/audioJobs';

export const quoteAudio: Route = {
	method: 'POST',
	path: '/audio/quote',
	access: 'public',
	handle(call) {
		const request = readJson(call, audioQuoteRequest);
		const { record } = makingModel(request.model);
		const seconds = musicSeconds(request.duration_seconds, record);
		const quote = musicPrice(record, seconds, request.character_count);
		if (quote === undefined) {
			throw invalidField('character_count', `Model ${record.id} is priced by characters`);
		}
		return { payload: { json: { quote } } };
	},
};

export const queueAudio: Route = {
	method: 'POST',
	path: '/audio/queue',
	access: 'inference',
	handle(call) {
		const request = readJson(call, audioQueueRequest);
		const model = makingModel(request.model);
		const { record } = model;
		requireMusicFields(request, record);
		const seconds = musicSeconds(request.duration_seconds, record);
		requireOnline(model);
		requirePolicy(request.prompt);
		admitPaid(call, 'audio', record.id);
		const { prompt } = request;
		const usd = musicPrice(record, seconds, prompt.length) ?? 0;
		const media = music(record.model_spec.default_format, seconds, prompt);
		const job = enqueue(call, model, { kind: 'audio', prompt, usd, media });
		return {
			headers: modelHeaders(call.world.namePrefix, model),
			payload: { json: { model: record.id, queue_id: job.id, status: 'QUEUED' } },
		};
	},
};

export const endOfAudio = endsOf('/audio', 'audio', 'audio');

/** A model of the list that makes something from a prompt. */
function makingModel(id: string): Model {
	const model = fieldModel(id, 'music');
	if (model.record.model_spec.voice_changer !== true) return model;
	throw invalidField('model', `Model ${id} changes voices and makes nothing else`);
}
