import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { baseDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchApiKeys } from '../common/listSearch/searchApiKeys';
import { agentRefusalField } from '../common/refusals';
import { createKey } from './operations/apiKey/create.operation';
import { deleteKey } from './operations/apiKey/delete.operation';
import { getKey } from './operations/apiKey/get.operation';
import { getManyKeys } from './operations/apiKey/getMany.operation';
import { updateKey } from './operations/apiKey/update.operation';
import { upsertKey } from './operations/apiKey/upsert.operation';

const OPERATIONS = [getManyKeys, getKey, createKey, upsertKey, updateKey, deleteKey];

const RESOURCES: Resource[] = [{ name: 'API Key', value: 'apiKey', operations: OPERATIONS }];

export class InferenceApiKeys implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(RESOURCES, {
			properties: [
				agentRefusalField({
					resource: 'apiKey',
					operations: ['create', 'upsert', 'update', 'delete'],
					message:
						'Agents may read API keys but not create, change or delete them: nothing was sent',
					cure: 'Put the node into the workflow itself, after a step in which a person approves.',
				}),
			],
		}),
		displayName: 'Inference API Keys',
		name: 'inferenceApiKeys',
		icon: {
			light: 'file:../../icons/apiKeys.svg',
			dark: 'file:../../icons/apiKeys.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		sensitiveOutputFields: ['apiKey'],
		description: 'Create, limit, rotate and delete the API keys of the account',
		builderHint: BUILDER_HINTS.inferenceApiKeys,
		defaults: { name: 'Inference API Keys' },
	};

	methods = { listSearch: { searchApiKeys } };
}
