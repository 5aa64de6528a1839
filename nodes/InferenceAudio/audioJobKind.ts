import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { wireNumber } from '../../lib/core/wireText';
import {
	addDefaultModel,
	checkModelChoice,
	type DefaultModelFilter,
} from '../../lib/models/chooseModel';
import { checkModel, type ModelLimit } from '../../lib/models/checkModel';
import { findModel } from '../../lib/models/fetchModel';
import type { RunMemory } from '../../lib/wire/send';
import { makesSound } from '../../lib/models/defaultRecord';
import type { JobKind } from '../common/jobOperation';

/** What the record of a model for songs and sounds may limit (docs/maintainers/service.md#jobs). */
const MUSIC_LIMITS: ModelLimit[] = [
	{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['prompt_character_limit'] },
	{ wire: 'lyrics_prompt', label: 'Lyrics', kind: 'flag', facts: ['supports_lyrics'] },
	{ wire: 'lyrics_prompt', label: 'Lyrics', kind: 'length', facts: ['lyrics_character_limit'] },
	{
		wire: 'force_instrumental',
		label: 'Instrumental Only',
		kind: 'flag',
		facts: ['supports_force_instrumental'],
	},
	{
		wire: 'lyrics_optimizer',
		label: 'Lyrics Optimizer',
		kind: 'flag',
		facts: ['supports_lyrics_optimizer'],
	},
	{ wire: 'loop', label: 'Loop', kind: 'flag', facts: ['supports_loop'] },
	{ wire: 'language_code', label: 'Language', kind: 'flag', facts: ['supports_language_code'] },
	{ wire: 'speed', label: 'Speed', kind: 'flag', facts: ['supports_speed'] },
	{ wire: 'speed', label: 'Speed', kind: 'most', facts: ['max_speed'] },
	{ wire: 'duration_seconds', label: 'Duration (Seconds)', kind: 'most', facts: ['max_duration'] },
	{
		wire: 'voice',
		label: 'Voice',
		kind: 'values',
		facts: ['voices'],
		parameter: 'options.voice',
	},
];

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

/** Refuses lyrics beside the optimizer, missing lyrics where the model needs them, and a prompt below the least length. */
async function checkLyricsAndPrompt(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	run: RunMemory,
): Promise<void> {
	const body = isRecord(options.body) ? options.body : {};
	if (body.lyrics_optimizer === true && body.lyrics_prompt !== undefined) {
		throw badInput(
			'Lyrics must be empty when Lyrics Optimizer is on',
			'Remove the lyrics, or turn Lyrics Optimizer off.',
		);
	}
	const record = await findModel(this, run, 'music', String(body.model));
	const spec = record?.spec ?? {};
	if (
		spec.lyrics_required === true &&
		body.lyrics_prompt === undefined &&
		body.lyrics_optimizer !== true
	) {
		throw badInput(
			`Lyrics must not be empty for the model ${String(body.model)}`,
			'Enter lyrics, or turn on Lyrics Optimizer or Instrumental Only where the model has it.',
		);
	}
	const least = wireNumber(spec.min_prompt_length ?? 0);
	const length = String(body.prompt).length;
	if (length < least) {
		throw badInput(
			`Prompt must have at least ${least} characters for this model, but ${length} were given`,
			`Describe the music in at least ${least} characters.`,
		);
	}
}
