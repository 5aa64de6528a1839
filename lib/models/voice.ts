import { isRecord } from '../base/record';
import { setBody } from '../http/body';
import type { BeforeSend } from '../http/send';
import { wireText } from '../text/wireText';
import { defaultRecord } from './defaultRecord';
import { listModels, type ModelRecord } from './fetchModel';

const CLONED = 'vv_';

/** The names of the voices of a speech model. */
export function voicesOf({ spec }: ModelRecord): string[] {
	return Array.isArray(spec.voices) ? spec.voices.map(wireText) : [];
}

/** The model that speaks with a voice when none is chosen; undefined when none in the list has it. */
export function modelOfVoice(records: ModelRecord[], voice: string): ModelRecord | undefined {
	return defaultRecord(records, (record) => voicesOf(record).includes(voice));
}

/** Names the model of the voice in a request that names a voice alone. A voice that the model list lacks is left to the service. */
export const addModelOfVoice: BeforeSend = async function (options, run) {
	const { model, voice } = isRecord(options.body) ? options.body : {};
	if (model !== undefined || typeof voice !== 'string' || voice.startsWith(CLONED)) return;
	const { records } = await listModels(this, run, 'tts');
	const record = modelOfVoice(records, voice);
	if (record !== undefined) setBody(options, { model: record.id });
};
