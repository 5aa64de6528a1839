import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { baseDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { runsInEnclave } from '../../lib/models/defaultRecord';
import { searchModels } from '../common/listSearch/searchModels';
import { getModel } from './operations/model/get.operation';
import { verifyEnclave } from './operations/enclave/verify.operation';
import { getManyCompatibilityMappings } from './operations/compatibilityMapping/getMany.operation';
import { getManyModels } from './operations/model/getMany.operation';
import { getManyTraits } from './operations/trait/getMany.operation';

const RESOURCES: Resource[] = [
	{ name: 'Model', value: 'model', operations: [getManyModels, getModel] },
	{ name: 'Enclave', value: 'enclave', operations: [verifyEnclave] },
	{ name: 'Trait', value: 'trait', operations: [getManyTraits] },
	{
		name: 'Compatibility Mapping',
		value: 'compatibilityMapping',
		operations: [getManyCompatibilityMappings],
	},
];

export class InferenceModels implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(RESOURCES),
		displayName: 'Inference Models',
		name: 'inferenceModels',
		icon: {
			light: 'file:../../icons/models.svg',
			dark: 'file:../../icons/models.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'List and describe the models of the service',
		builderHint: BUILDER_HINTS.inferenceModels,
		defaults: { name: 'Inference Models' },
	};

	methods = {
		listSearch: {
			searchAllModels: searchModels('all'),
			searchEnclaveModels: searchModels('text', { fits: runsInEnclave }),
		},
	};
}
