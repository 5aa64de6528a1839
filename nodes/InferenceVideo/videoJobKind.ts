import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { mergeIntoBody } from '../../lib/wire/body';
import type { BeforeSend } from '../../lib/wire/send';
import { checkModel, type ModelLimit } from '../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../lib/models/chooseModel';
import { findModel, modelValues } from '../../lib/models/fetchModel';
import type { JobKind } from '../common/jobOperation';
import { addMedia, readMedia } from './mediaRequest';
import { addConsent, checkVideo, defaultModelChoiceOf } from './videoRequest';

/** A video takes minutes, some of the long ones many. */
export const VIDEO_JOB_KIND: JobKind = {
	retrieve: '/video/retrieve',
	complete: '/video/complete',
	stem: 'video',
	usualSeconds: 1800,
};

/** What is checked of a video, and put into its request, before anything of the run is sent. */
export const VIDEO_JOB_PREPARE = [checkModelChoice(), checkVideo, addConsent];

function videoLimits(): ModelLimit[] {
	return [
		{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['prompt_character_limit'] },
		{
			wire: 'negative_prompt',
			label: 'Negative Prompt',
			kind: 'length',
			facts: ['prompt_character_limit'],
		},
		{
			wire: 'duration',
			label: 'Duration',
			kind: 'values',
			facts: ['durations'],
			parameter: 'duration',
		},
		{
			wire: 'aspect_ratio',
			label: 'Aspect Ratio',
			kind: 'values',
			facts: ['aspect_ratios'],
			parameter: 'options.aspectRatio',
		},
		{
			wire: 'resolution',
			label: 'Resolution',
			kind: 'values',
			facts: ['resolutions'],
			parameter: 'options.resolution',
		},
		{ wire: 'audio', label: 'Audio', kind: 'flag', facts: ['audio_configurable'] },
	];
}

/** Asks for the shortest video that the model makes where Duration is empty, as it costs least; a video to edit has its own length. */
export const addDefaultDuration: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	if (body.duration !== undefined) return;
	if (readMedia(this).some(({ usedAs }) => usedAs === 'video_url')) return;
	const record = await findModel(this, run, 'video', String(body.model));
	const durations = record === undefined ? [] : (modelValues(record.spec, 'durations') ?? []);
	const [shortest] = durations
		.filter((value) => Number.isFinite(parseFloat(value)))
		.sort((one, other) => parseFloat(one) - parseFloat(other));
	if (shortest === undefined) {
		throw badInput(
			`Duration must not be empty for the model ${String(body.model)}`,
			'Enter a length that the model allows, such as 5s.',
		);
	}
	mergeIntoBody(options, { duration: shortest });
};

/** The same for when its turn has come. */
export const VIDEO_JOB_BEFORE_SEND = [
	addDefaultModel('video', defaultModelChoiceOf),
	addDefaultDuration,
	checkModel('video', videoLimits()),
	addMedia,
];
