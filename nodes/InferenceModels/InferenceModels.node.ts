import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { baseDescription } from '../common/baseDescription';
import { resourcePanel } from '../common/panel';
import { builderHints } from '../common/builderHints';
import { runsInEnclave } from '../../lib/models/defaultRecord';
import { searchModels } from '../common/listSearch/searchModels';
import { operationSubtitle } from '../common/subtitle';
import { get } from './operations/model/get.operation';
import { verifyEnclave } from './operations/enclave/verify.operation';
import { getCompatibilityMapping } from './operations/compatibilityMapping/getMany.operation';
import { getMany } from './operations/model/getMany.operation';
import { getManyTraits } from './operations/trait/getMany.operation';

const RESOURCES: Resource[] = [
	{ name: 'Model', value: 'model', operations: [getMany, get] },
	{ name: 'Enclave', value: 'enclave', operations: [verifyEnclave] },
	{ name: 'Trait', value: 'trait', operations: [getManyTraits] },
	{
		name: 'Compatibility Mapping',
		value: 'compatibilityMapping',
		operations: [getCompatibilityMapping],
	},
];

export class InferenceModels implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(resourcePanel(RESOURCES)),
		displayName: 'Inference Models',
		name: 'inferenceModels',
		icon: {
			light: 'file:../../icons/models.svg',
			dark: 'file:../../icons/models.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'List and describe the models of the service',
		builderHint: builderHints.inferenceModels,
		defaults: { name: 'Inference Models' },
	};

	methods = {
		listSearch: {
			searchAllModels: searchModels('all'),
			searchEnclaveModels: searchModels('text', { fits: runsInEnclave }),
		},
	};
}
