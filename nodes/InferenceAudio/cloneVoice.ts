import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { findModel } from '../../lib/models/fetchModel';
import { isRecord } from '../../lib/core/record';
import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import { objectWith, nullIfUnreadable, readAs, wireId } from '../../lib/wire/readAs';
import { wireText } from '../../lib/core/wireText';
import type { RunMemory, ReadAnswer } from '../../lib/wire/send';

const DAY_MS = 86_400_000;
/** Both cloning models keep a handle so long after it was made or last used (docs/maintainers/service.md#voices). */
const VOICE_RETENTION_DAYS = 7;

const CLONED_VOICE_SCHEMA = objectWith({ id: wireId, model: nullIfUnreadable(z.string()) });

/** Refuses a recording in a format that the chosen model does not take. */
export async function checkSampleFormat(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	run: RunMemory,
	format: string,
): Promise<void> {
	const id = isRecord(options.body) ? String(options.body.model ?? '') : '';
	const record = await findModel(context, run, 'tts', id);
	if (record === undefined) return;
	const cloning = record.spec.voice_cloning;
	if (!isRecord(cloning))
		throw badInput(
			`The model ${id} cannot clone voices`,
			'Choose a model from the list: it has only those that can.',
		);
	rejectUnlistedFormat(id, cloning.accepted_formats, format);
}

/** Refuses a recording in a format that a model does not list; one that lists none takes any. */
export function rejectUnlistedFormat(id: string, acceptedFormats: unknown, format: string): void {
	const formats = Array.isArray(acceptedFormats)
		? acceptedFormats.map((format) => wireText(format).toLowerCase())
		: [];
	const accepted = formats.includes('mp4') ? [...formats, 'm4a'] : formats;
	if (accepted.length > 0 && !accepted.includes(format)) {
		throw badInput(
			`The recording must be one of ${formats.join(', ')} for the model ${id}, but it is "${format}"`,
			'Convert the recording first, or choose another model.',
		);
	}
}

/** The handle, the model it belongs to, and when it will lapse if it is not used. */
export const readClonedVoice: ReadAnswer = async function (answer) {
	const body = readAs(answer, CLONED_VOICE_SCHEMA) as IDataObject & { id: string };
	const lapses = new Date(clock.now() + VOICE_RETENTION_DAYS * DAY_MS).toISOString();
	return [{ json: { ...body, voice: body.id, lapsesAt: lapses } }];
};
