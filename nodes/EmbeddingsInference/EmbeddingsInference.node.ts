import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	type SupplyData,
} from 'n8n-workflow';

import { createEmbedder } from '../../lib/chat/agents/embedder';
import { configurationError } from '../../lib/chat/agents/sdk';
import { serviceCalls, subNodePanel } from '../../lib/chat/agents/serviceCalls';
import { defaultModelId, requireModelId } from '../../lib/models/chooseModel';
import { priceOfEmbeddings } from '../../lib/cost/operationPrices';
import { BUILDER_HINTS } from '../common/builderHints';
import { eitherCredential } from '../common/credentials';
import { authenticationField } from '../common/fields/authentication';
import { modelField } from '../common/fields/picker';
import { ANY_MODEL, searchModels } from '../common/listSearch/searchModels';
import { MODEL_SUBTITLE } from '../common/subtitle';
import { subNodeCostGroup } from '../common/fields/cost';
import { optionsField } from '../common/fields/optionGroup';
import { otherFieldsGroupOfSubNode } from '../common/fields/otherFieldsGroup';
import { privacyGroup } from '../common/fields/privacy';
import { subNodeRetriesAndLimitsGroup } from '../common/fields/retriesAndLimits';
import { vectorOptions } from '../common/fields/vectorOptions';

const DEFAULT_BATCH_SIZE = 512;

const panelFields = () => [
	modelField({
		search: 'searchEmbeddingModels',
		description:
			'Model to use. Leave empty to use the service default, which can change: for a store that you keep, choose a model, and use the same one to fill and to search it.',
	}),
	optionsField(
		[
			{
				displayName: 'Batch Size',
				name: 'batchSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 2048, numberPrecision: 0 },
				default: 512,
				description: 'Maximum number of texts in one request',
			},
			...vectorOptions(),
		],
		[
			otherFieldsGroupOfSubNode(),
			privacyGroup(),
			subNodeCostGroup('embedding'),
			subNodeRetriesAndLimitsGroup(),
		],
	),
];

export class EmbeddingsInference implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Inference Embeddings Model',
		name: 'embeddingsInference',
		icon: {
			light: 'file:../../icons/embeddingsModel.svg',
			dark: 'file:../../icons/embeddingsModel.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: MODEL_SUBTITLE,
		description: 'Creates the vectors for a vector store',
		builderHint: BUILDER_HINTS.embeddingsInference,
		defaults: { name: 'Inference Embeddings Model' },
		inputs: [],
		outputs: [NodeConnectionTypes.AiEmbedding],
		outputNames: ['Embeddings'],
		credentials: eitherCredential(),
		properties: [authenticationField(), ...panelFields()],
	};

	methods = {
		listSearch: { searchEmbeddingModels: searchModels('embedding', { emptyMeans: ANY_MODEL }) },
	};

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		try {
			const fields = panelFields();
			const panel = subNodePanel(this, itemIndex, fields);
			const { model, options } = panel.parameters;
			requireModelId(model, panel.body.model);
			const body = {
				...panel.body,
				model: panel.body.model ?? (await defaultModelId(this, 'embedding')),
			};
			const calls = serviceCalls(this, {
				...{ bucket: '/embeddings', price: priceOfEmbeddings, fields, panel },
			});
			return {
				response: createEmbedder(this, calls, {
					body,
					batchSize: Number(options.batchSize ?? DEFAULT_BATCH_SIZE),
				}),
			};
		} catch (error) {
			throw configurationError(this, error, itemIndex);
		}
	}
}
