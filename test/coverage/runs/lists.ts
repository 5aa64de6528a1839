import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { CHARACTERS } from '../../service/characters/seeded';
import type { FullRuns } from '../fullRun';
import { typed } from '../given';

const character = typed(CHARACTERS[0]?.character.slug ?? '');

export const models: FullRuns = {
	node: new InferenceModels(),
	runs: [
		{ operation: 'getAll', name: 'the models of a type', parameters: { type: 'image' } },
		{ operation: 'get', name: 'one model', parameters: { model: typed('lab/image-styled') } },
		{ operation: 'getManyTraits', name: 'the traits of a type', parameters: { type: 'image' } },
		{
			operation: 'getCompatibilityMapping',
			name: 'the well-known names of a type',
			parameters: { type: 'text' },
		},
	],
};

export const characters: FullRuns = {
	node: new InferenceCharacters(),
	runs: [
		{
			operation: 'getAll',
			name: 'every filter and option',
			parameters: {
				search: 'calm',
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
		{ operation: 'getAll', name: 'no more than the limit', parameters: { limit: 3 } },
		{ operation: 'get', name: 'one character', parameters: { character } },
		{
			operation: 'getManyReviews',
			name: 'every option',
			parameters: { character, returnAll: true, options: { page: 1, pageSize: 10 } },
		},
		{
			operation: 'getManyReviews',
			name: 'no more than the limit',
			parameters: { character, limit: 3 },
		},
	],
};
