import { COLLATERAL } from '../../../lib/enclave/collateral';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { CHARACTERS } from '../../service/characters/seeded';
import type { FullRuns } from '../fullRun';
import { typed } from '../given';

const character = typed(CHARACTERS[0]?.character.slug ?? '');

/** Collateral with which no check of the platform holds. */
const NOTHING = JSON.stringify(
	Object.fromEntries(Object.keys(COLLATERAL.shape).map((part) => [part, ''])),
);

export const models: FullRuns = {
	node: new InferenceModels(),
	runs: [
		{
			resource: 'model',
			operation: 'getAll',
			name: 'the models of a type',
			parameters: { type: 'image' },
		},
		{
			resource: 'model',
			operation: 'get',
			name: 'one model',
			parameters: { model: typed('lab/image-styled') },
		},
		{
			resource: 'enclave',
			operation: 'verify',
			name: 'one enclave',
			parameters: {
				model: typed('e2ee-private'),
				enclave: { acceptHardening: true, allowedPrograms: 'ab'.repeat(32), collateral: NOTHING },
			},
		},
		{
			resource: 'trait',
			operation: 'getAll',
			name: 'the traits of a type',
			parameters: { type: 'image' },
		},
		{
			resource: 'compatibilityMapping',
			operation: 'getAll',
			name: 'the well-known names of a type',
			parameters: { type: 'text' },
		},
	],
};

export const characters: FullRuns = {
	node: new InferenceCharacters(),
	runs: [
		{
			resource: 'character',
			operation: 'getAll',
			name: 'every filter and option',
			parameters: {
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
			},
		},
		{
			resource: 'character',
			operation: 'getAll',
			name: 'no more than the limit',
			parameters: { limit: 3 },
		},
		{ resource: 'character', operation: 'get', name: 'one character', parameters: { character } },
		{
			resource: 'review',
			operation: 'getAll',
			name: 'every option',
			parameters: { character, returnAll: true, options: { page: 1, pageSize: 10 } },
		},
		{
			resource: 'review',
			operation: 'getAll',
			name: 'no more than the limit',
			parameters: { character, limit: 3 },
		},
	],
};
