import {
	addDefaultModel,
	checkModelChoice,
	type DefaultModelFilter,
} from '../../lib/models/chooseModel';
import { checkModel } from '../../lib/models/checkModel';
import { makesSound } from '../../lib/models/defaultRecord';
import type { JobKind } from '../common/jobOperation';
import { checkLyricsAndPrompt, MUSIC_LIMITS } from './musicLimits';

/** Songs, sounds and long narrations: most are made within a minute or two. */
export const AUDIO_JOB_KIND: JobKind = {
	retrieve: '/audio/retrieve',
	complete: '/audio/complete',
	bucket: 'audio',
	stem: 'audio',
	usualSeconds: 600,
};

export const SOUND_MODEL_CHOICE: DefaultModelFilter = { name: 'sound', fits: makesSound };

export const AUDIO_JOB_BEFORE_SEND = [
	addDefaultModel('music', () => SOUND_MODEL_CHOICE),
	checkModel('music', MUSIC_LIMITS),
	checkLyricsAndPrompt,
];

/** The same for all items of a run, before the first is sent. */
export const AUDIO_JOB_PREPARE = [checkModelChoice()];
