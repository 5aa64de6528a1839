import { admitPaid, readForm, type Route } from '../../call';
import { invalidField, refuse } from '../../errors';
import type { Upload } from '../../form';
import { modelHeaders } from '../../headers';
import { chargeUnits, line, priceAt } from '../../images/pay';
import { isSilent, soundFormat, soundSeconds } from '../../media/sound';
import { defaultModelOf, fieldModel } from '../../models/catalogue';
import { transcriptionForm } from '../../schemas/audioFiles';
import { stampsOf, stampsOfWords, transcriptText } from '../../voices/transcript';

const ENDINGS = /\.(wav|wave|flac|m4a|aac|mp4|mp3|ogg|oga|webm)$/i;

export const transcribe: Route = {
	method: 'POST',
	path: '/audio/transcriptions',
	access: 'inference',
	async handle(call) {
		const request = readForm(call, transcriptionForm);
		const model =
			request.model === undefined ? defaultModelOf('asr') : fieldModel(request.model, 'asr');
		const { record, stamps = 'none' } = model;
		requireSound(request.file);
		admitPaid(call, 'audio', record.id);
		const seconds = soundSeconds(request.file.content);
		const price = priceAt(record, 'per_audio_second') ?? 0;
		chargeUnits(call, [line(record.id, 'audio-second', seconds, price)], 'transcription');
		const headers = modelHeaders(call.world.namePrefix, model);
		const { content } = request.file;
		const words = await call.world.ears?.(content);
		if (words?.length === 0) throw nothingHeard();
		const text =
			words?.map(({ word }) => word).join(' ') ??
			call.world.studio.heard(content) ??
			transcriptText(stamps, request.language);
		if (request.response_format === 'text') {
			return { headers, payload: { bytes: Buffer.from(text), type: 'text/plain; charset=utf-8' } };
		}
		const timestamps =
			request.timestamps && stamps !== 'none'
				? words
					? stampsOfWords(words, stamps)
					: stampsOf(text, seconds, stamps)
				: undefined;
		const duration = stamps === 'none' ? undefined : seconds;
		return { headers, payload: { json: { text, duration, timestamps } } };
	},
};

/** A container is known by its bytes or, failing that, by its name. */
function requireSound({ content, fileName }: Upload): void {
	if (isSilent(content)) throw nothingHeard();
	if (soundFormat(content) || ENDINGS.test(fileName)) return;
	throw invalidField('file', `${fileName} is in no format known here`, 'INVALID_AUDIO_FORMAT');
}

function nothingHeard() {
	return refuse(422, 'There is nothing to hear in this file', 'ASR_UPSTREAM_VALIDATION_FAILED');
}
