import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { baseDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchCharacters } from '../common/listSearch/searchCharacters';
import { getCharacter } from './operations/character/get.operation';
import { getManyCharacters } from './operations/character/getMany.operation';
import { getManyReviews } from './operations/review/getMany.operation';

const RESOURCES: Resource[] = [
	{ name: 'Character', value: 'character', operations: [getManyCharacters, getCharacter] },
	{ name: 'Review', value: 'review', operations: [getManyReviews] },
];

export class InferenceCharacters implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(RESOURCES),
		displayName: 'Inference Characters',
		name: 'inferenceCharacters',
		icon: {
			light: 'file:../../icons/characters.svg',
			dark: 'file:../../icons/characters.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Find public characters that can answer a chat',
		builderHint: BUILDER_HINTS.inferenceCharacters,
		defaults: { name: 'Inference Characters' },
	};

	methods = { listSearch: { searchCharacters } };
}
