import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { mergeIntoBody } from '../../lib/wire/body';
import type { Prepare, RunMemory } from '../../lib/wire/send';
import type { DefaultModelFilter } from '../../lib/models/chooseModel';
import { startsFrom } from '../../lib/models/defaultRecord';
import { cameraWithoutPicture, checkKeyframes, checkMedia, readMedia } from './mediaRequest';
import { startKindOf } from './mediaRoles';
import { mayTakePicture, takenPicture } from './startPicture';

/** What the default model of an item has to start from. */
export async function defaultModelChoiceOf(
	context: IExecuteSingleFunctions,
	run: RunMemory,
): Promise<DefaultModelFilter> {
	const name = startKindOf([...(await takenPicture(context, run, '')), ...readMedia(context)]);
	return { name, fits: startsFrom(name) };
}

export const checkVideo: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	checkMedia(this);
	checkKeyframes(this, body.duration);
	checkCameraPath(this, body.camera_trajectory);
};

/** The largest turn of a camera, in degrees: 32 times round (docs/maintainers/service.md#video). */
const MAX_TURN_DEGREES = 32 * 360;

/** Checks that the poses of a camera follow one another, and that there is an image to start from. */
function checkCameraPath(context: IExecuteSingleFunctions, path: unknown): void {
	if (!Array.isArray(path)) return;
	const label = 'Camera Path';
	if (path.length < 2) throw badInput(`${label} must have 2 to 12 poses, but 1 was given`);
	const poses = path.map((pose) => (isRecord(pose) ? pose : {}));
	for (const [index, { time }] of poses.entries()) {
		const before = poses[index - 1]?.time;
		if (typeof time !== 'number' || !Number.isFinite(time) || time < 0) {
			throw badInput(`Pose ${index + 1} of ${label} must have a time of at least 0`);
		}
		if (typeof before === 'number' && time <= before) {
			throw badInput(
				`Pose ${index + 1} of ${label} must be later than the one before, but ${time} follows ${before}`,
			);
		}
	}
	const turns = poses.map(({ azimuth }) => (typeof azimuth === 'number' ? azimuth : 0));
	const totalTurn = turns.reduce((sum, turn) => sum + Math.abs(turn), 0);
	if (totalTurn > MAX_TURN_DEGREES) {
		throw badInput(
			`${label} may turn by at most ${MAX_TURN_DEGREES} degrees, but it turns by ${totalTurn}`,
		);
	}
	const isGiven = readMedia(context).some(({ usedAs }) => usedAs === 'image_url');
	if (!isGiven && !mayTakePicture(context)) throw cameraWithoutPicture();
}

/** Puts the consent into the request, under the name of its flow (docs/maintainers/service.md#video). */
export const addConsent: Prepare = function (options) {
	const enteredConsent = this.getNodeParameter('options.consent.given', {}) as IDataObject;
	if (Object.keys(enteredConsent).length === 0) return;
	const flow = String(enteredConsent.flow ?? '').trim();
	if (flow === '')
		throw badInput('Consent needs the name of the Consent Flow from the error of the service');
	if (
		enteredConsent.terms !== true ||
		enteredConsent.right !== true ||
		enteredConsent.screening !== true
	) {
		throw badInput('Consent needs all three confirmations');
	}
	const confirmations = {
		confirmed_terms_and_privacy: true,
		confirmed_legal_right: true,
		confirmed_screening_acknowledged: true,
	};
	mergeIntoBody(options, { consents: { [flow]: confirmations } });
};
