import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { MODEL_OR_DEFAULT_SUBTITLE } from '../common/subtitle';
import { ANY_MODEL, searchModels } from '../common/listSearch/searchModels';
import { decide } from './operations/decide.operation';

export class InferenceDecisions implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(decide),
		displayName: 'Inference Decisions',
		name: 'inferenceDecisions',
		icon: {
			light: 'file:../../icons/decisions.svg',
			dark: 'file:../../icons/decisions.dark.svg',
		},
		subtitle: MODEL_OR_DEFAULT_SUBTITLE,
		usableAsTool: true,
		description: 'Classify, score and check items or texts, with a confidence for each answer',
		builderHint: BUILDER_HINTS.inferenceDecisions,
		defaults: { name: 'Inference Decisions' },
	};

	methods = {
		listSearch: {
			searchDecisionModels: searchModels('decision', { emptyMeans: ANY_MODEL }),
			searchFallbackModels: searchModels('decision'),
		},
	};
}
