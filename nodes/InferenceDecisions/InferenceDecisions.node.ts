import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { operationPanel } from '../common/panel';
import { builderHints } from '../common/builderHints';
import { ANY, searchModels } from '../common/listSearch/searchModels';
import { modelOrDefaultSubtitle } from '../common/subtitle';
import { decide } from './operations/decide.operation';

export class InferenceDecisions implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(operationPanel([decide])),
		displayName: 'Inference Decisions',
		name: 'inferenceDecisions',
		icon: {
			light: 'file:../../icons/decisions.svg',
			dark: 'file:../../icons/decisions.dark.svg',
		},
		subtitle: modelOrDefaultSubtitle,
		usableAsTool: true,
		description: 'Classify, score and check items or texts, with a confidence for each answer',
		builderHint: builderHints.inferenceDecisions,
		defaults: { name: 'Inference Decisions' },
	};

	methods = { listSearch: { searchDecisionModels: searchModels('decision', { empty: ANY }) } };
}
