import { admitPaid, type Call, charge, readJson, type Route } from '../call';
import { invalidField } from '../errors';
import { modelHeaders } from '../headers';
import { CONTENT_TYPES } from '../media/speech';
import { requireOnline } from '../models/catalogue';
import type { Model } from '../models/model';
import { SPEECH_MODELS } from '../models/speech';
import { speechRequest, type SpeechFormat, type SpeechRequest } from '../schemas/speech';

export const createSpeech: Route = {
	method: 'POST',
	path: '/audio/speech',
	access: 'inference',
	handle(call) {
		const request = readJson(call, speechRequest);
		const model = speechModel(request.model);
		const format = formatFor(request, model);
		requireVoice(call, request, model);
		requireOnline(model);
		admitPaid(call, 'audio', model.record.id);
		const { id } = model.record;
		const audio = call.world.studio.speech(request.input, format, {
			speed: request.speed,
			voice: request.voice,
			sampleRate: model.sampleRate ?? 24_000,
		});
		const units = request.input.length / 1e6;
		const sku = `${id.replace('/', '-')}-input-mchar`;
		charge(call, [{ sku, units, pricePerUnitUsd: model.price?.input ?? 0 }], {
			requestId: `speech-${call.serial.toString(16)}`,
			inferenceExecutionTime: 10 * request.input.length,
			promptTokens: null,
			completionTokens: null,
		});
		if (request.voice !== undefined) call.world.voices.noteUse(request.voice, model);
		const headers = modelHeaders(call.world.namePrefix, model);
		const type = CONTENT_TYPES[format];
		if (!request.streaming) return { headers, payload: { bytes: audio, type } };
		return { headers, payload: { stream: inParts(audio), type } };
	},
};

/** The field is an enum of the speech models, so that another model is an invalid field here. */
function speechModel(id: string | undefined): Model {
	if (id === undefined) return defaultSpeechModel();
	const found = SPEECH_MODELS.find(({ record }) => record.id === id);
	if (!found) throw invalidField('model', `${id} is not a speech model`);
	return found;
}

function defaultSpeechModel(): Model {
	const [first] = SPEECH_MODELS;
	if (!first) throw new Error('there is no speech model');
	return first;
}

function formatFor(request: SpeechRequest, { record }: Model): SpeechFormat {
	const { supported_formats: supported = [], default_format: usual = 'mp3' } = record.model_spec;
	const wanted = request.response_format ?? usual;
	const format = (Object.keys(CONTENT_TYPES) as SpeechFormat[]).find((one) => one === wanted);
	if (format && supported.includes(format)) return format;
	throw invalidField(
		'response_format',
		`Model ${record.id} gives ${supported.join(', ')}, not ${wanted}`,
	);
}

/** An omitted voice is the default model's, whatever model was chosen. */
function requireVoice({ world, key }: Call, request: SpeechRequest, model: Model): void {
	const { record } = model;
	const { voices = [], supports_custom_voice_id } = record.model_spec;
	const voice = request.voice ?? defaultSpeechModel().record.model_spec.default_voice ?? '';
	if (voices.includes(voice)) return;
	if (world.voices.allows(voice, model, key?.account.id)) return;
	if (supports_custom_voice_id && /^[A-Za-z0-9]{16,}$/.test(voice)) return;
	throw invalidField(
		'voice',
		`Voice ${voice} does not belong to model ${record.id}; it has, among others, ${voices.slice(0, 3).join(', ')}`,
	);
}

async function* inParts(audio: Buffer): AsyncGenerator<Buffer> {
	const size = Math.max(1, Math.ceil(audio.length / 4));
	for (let start = 0; start < audio.length; start += size) {
		yield audio.subarray(start, start + size);
		await new Promise((resolve) => setImmediate(resolve));
	}
}
