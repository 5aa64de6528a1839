import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { baseDescription } from '../common/baseDescription';
import { searchModels } from '../common/listSearch/searchModels';
import { get } from './operations/model/get.operation';
import { getCompatibilityMapping } from './operations/compatibilityMapping/getMany.operation';
import { getMany } from './operations/model/getMany.operation';
import { getManyTraits } from './operations/trait/getMany.operation';

export class InferenceModels implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(
			operationProperties([getMany, get, getManyTraits, getCompatibilityMapping], 'getAll'),
		),
		displayName: 'Inference Models',
		name: 'inferenceModels',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'List and describe the models of the service',
		defaults: { name: 'Inference Models' },
	};

	methods = { listSearch: { searchAllModels: searchModels('all') } };
}
