import { COLLATERAL } from '../../../lib/privacy/enclave/collateral';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { CHARACTERS } from '../../service/characters/seeded';
import type { FullRuns } from '../fullRun';
import { run, typed } from '../given';

const character = typed(CHARACTERS[0]?.character.slug ?? '');

/** Collateral with which no check of the platform holds. */
const NOTHING = JSON.stringify(
	Object.fromEntries(Object.keys(COLLATERAL.shape).map((part) => [part, ''])),
);

export const models: FullRuns = {
	node: new InferenceModels(),
	runs: [
		run('model/getAll', 'the models of a type', { type: 'image' }),
		run('model/get', 'one model', { model: typed('lab/image-styled') }),
		run('enclave/verify', 'one enclave', {
			model: typed('e2ee-private'),
			enclave: { acceptHardening: true, allowedPrograms: 'ab'.repeat(32), collateral: NOTHING },
		}),
		run('trait/getAll', 'the traits of a type', { type: 'image' }),
		run('compatibilityMapping/getAll', 'the well-known names of a type', { type: 'text' }),
	],
};

export const characters: FullRuns = {
	node: new InferenceCharacters(),
	runs: [
		run('character/getAll', 'every filter and option', {
			query: 'calm',
			returnAll: false,
			limit: 3,
			filters: {
				categories: ['philosophy', 'travel'],
				isAdult: false,
				isPro: false,
				isWebEnabled: true,
				modelId: ['text-basic', 'text-code'],
				tags: ['helpful', 'kind'],
			},
			options: { offset: 1, pageSize: 20, sortBy: 'imports', sortOrder: 'asc' },
		}),
		run('character/getAll', 'no more than the limit', { limit: 3 }),
		run('character/get', 'one character', { character }),
		run('review/getAll', 'every option', {
			character,
			returnAll: true,
			options: { page: 1, pageSize: 10 },
		}),
		run('review/getAll', 'no more than the limit', { character, limit: 3 }),
	],
};
