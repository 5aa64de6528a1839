import { admitPaid, readForm, type Route } from '../../call';
import { invalidField, refuse } from '../../errors';
import { soundFormat } from '../../media/sound';
import { fieldModel, modelsOf } from '../../models/catalogue';
import type { Model } from '../../models/model';
import { voiceForm } from '../../schemas/audioFiles';

export const cloneVoice: Route = {
	method: 'POST',
	path: '/audio/voices',
	access: 'inference',
	handle(call) {
		const { world, key } = call;
		const request = readForm(call, voiceForm);
		const model = cloningModel(request.model);
		const { voice_cloning: cloning } = model.record.model_spec;
		const format = soundFormat(request.file.content);
		const accepted = cloning?.accepted_formats ?? [];
		if (!format || !accepted.includes(format)) {
			const why = `Model ${model.record.id} takes ${accepted.join(', ')}`;
			throw invalidField('file', why, 'INVALID_AUDIO_FORMAT');
		}
		admitPaid(call, 'audio', model.record.id);
		if (!key) throw refuse(401, 'A voice belongs to an account', 'AUTHENTICATION_FAILED');
		const { id } = world.voices.add(model, key, request.file.content);
		return { payload: { json: { id, model: model.record.id } } };
	},
};

function cloningModel(name: string | undefined): Model {
	const able = modelsOf('tts').filter(({ record }) => record.model_spec.voice_cloning);
	const model = name === undefined ? able[0] : able.find(({ record }) => record.id === name);
	if (model) return model;
	const ids = able.map(({ record }) => record.id).join(', ');
	if (name !== undefined) fieldModel(name, 'tts');
	throw invalidField('model', `Only ${ids} clone voices`, 'INVALID_MODEL');
}
