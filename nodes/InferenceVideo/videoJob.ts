import { addDefaultModel, checkModelChoice } from '../../lib/models/chooseModel';
import { checkModel } from '../../lib/models/checkModel';
import type { JobKind } from '../common/jobOperation';
import { addDefaultDuration } from './defaultDuration';
import { addMedia } from './mediaRequest';
import { videoLimits } from './videoLimits';
import { addConsent, checkVideo, startOf } from './videoRequest';

/** A video takes minutes, some of the long ones many. */
export const VIDEO_JOB: JobKind = {
	retrieve: '/video/retrieve',
	complete: '/video/complete',
	stem: 'video',
	usualSeconds: 1800,
};

/** What is checked of a video, and put into its request, before anything of the run is sent. */
export const VIDEO_JOB_COMPOSE = [checkModelChoice(), checkVideo, addConsent];

/** The same for when its turn has come. */
export const VIDEO_JOB_ATTACH = [
	addDefaultModel('video', startOf),
	addDefaultDuration,
	checkModel('video', videoLimits()),
	addMedia,
];
