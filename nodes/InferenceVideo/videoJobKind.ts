import { parameterAt, type ItemContext } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { mergeIntoBody } from '../../lib/wire/body';
import type { Prepare, RunMemory, BeforeSend } from '../../lib/wire/send';
import {
	type DefaultModelFilter,
	addDefaultModel,
	checkModelChoice,
} from '../../lib/models/chooseModel';
import { startsFrom } from '../../lib/models/defaultRecord';
import {
	cameraWithoutPicture,
	checkKeyframes,
	checkMedia,
	readMedia,
	addMedia,
} from './mediaRequest';
import { startKindOf } from './mediaRoles';
import { mayTakePicture, takenPicture } from './startImage';
import { checkModel, type ModelLimit } from '../../lib/models/checkModel';
import { findModel, modelValues } from '../../lib/models/fetchModel';
import type { JobKind } from '../common/jobOperation';
async function defaultModelChoiceOf(
	context: ItemContext,
	run: RunMemory,
): Promise<DefaultModelFilter> {
	const name = startKindOf([...(await takenPicture(context, run, '')), ...readMedia(context)]);
	return { name, fits: startsFrom(name) };
}

const checkVideo: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	checkMedia(this);
	checkKeyframes(this, body.duration);
	checkCameraPath(this, body.camera_trajectory);
};

/** The largest turn of a camera, in degrees: 32 times round (docs/maintainers/service.md#video). */
const MAX_TURN_DEGREES = 32 * 360;

/** Checks that the poses of a camera follow one another, and that there is an image to start from. */
function checkCameraPath(context: ItemContext, path: unknown): void {
	if (!Array.isArray(path)) return;
	const label = 'Camera Path';
	if (path.length < 2)
		throw badInput(
			`${label} must have 2 to 12 poses, but 1 was given`,
			'Add poses until there are 2 to 12.',
		);
	const poses = path.map((pose) => (isRecord(pose) ? pose : {}));
	for (const [index, { time }] of poses.entries()) {
		const before = poses[index - 1]?.time;
		if (typeof time !== 'number' || !Number.isFinite(time) || time < 0) {
			throw badInput(
				`Pose ${index + 1} of ${label} must have a time of at least 0`,
				'Correct its time.',
			);
		}
		if (typeof before === 'number' && time <= before) {
			throw badInput(
				`Pose ${index + 1} of ${label} must be later than the one before, but ${time} follows ${before}`,
				'Put the poses in the order of their times.',
			);
		}
	}
	const turns = poses.map(({ azimuth }) => (typeof azimuth === 'number' ? azimuth : 0));
	const totalTurn = turns.reduce((sum, turn) => sum + Math.abs(turn), 0);
	if (totalTurn > MAX_TURN_DEGREES) {
		throw badInput(
			`${label} may turn by at most ${MAX_TURN_DEGREES} degrees, but it turns by ${totalTurn}`,
			`Turn the camera by at most ${MAX_TURN_DEGREES} degrees in all.`,
		);
	}
	const isGiven = readMedia(context).some(({ usedAs }) => usedAs === 'image_url');
	if (!isGiven && !mayTakePicture(context)) throw cameraWithoutPicture();
}

/** Puts the consent into the request, under the name of its flow (docs/maintainers/service.md#video). */
const addConsent: Prepare = function (options) {
	const enteredConsent = parameterAt(this.parameters, 'options.consent.given');
	if (!isRecord(enteredConsent) || Object.keys(enteredConsent).length === 0) return;
	const flow = String(enteredConsent.flow ?? '').trim();
	if (flow === '')
		throw badInput(
			'Consent needs the name of the Consent Flow from the error of the service',
			'Copy it from the error into Consent Flow.',
		);
	if (
		enteredConsent.terms !== true ||
		enteredConsent.right !== true ||
		enteredConsent.screening !== true
	) {
		throw badInput(
			'Consent needs all three confirmations',
			'Turn all three on, or remove Consent.',
		);
	}
	const confirmations = {
		confirmed_terms_and_privacy: true,
		confirmed_legal_right: true,
		confirmed_screening_acknowledged: true,
	};
	mergeIntoBody(options, { consents: { [flow]: confirmations } });
};

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
