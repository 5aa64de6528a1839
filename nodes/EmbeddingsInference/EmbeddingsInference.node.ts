import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	type SupplyData,
} from 'n8n-workflow';

import { embedder } from '../../lib/chat/agents/embedder';
import { configurationError } from '../../lib/chat/agents/sdk';
import { serviceCalls } from '../../lib/chat/agents/serviceCall';
import { defaultModel, requireId } from '../../lib/models/chooseModel';
import { wireRules } from '../../lib/fields/rules';
import { panelBody } from '../../lib/run/panelBody';
import { priceOfEmbeddings } from '../../lib/cost/price';
import { builderHints } from '../common/builderHints';
import { eitherCredential } from '../common/credentials';
import { authentication } from '../common/fields/authentication';
import { model } from '../common/fields/model';
import { ANY, searchModels } from '../common/listSearch/searchModels';
import { modelSubtitle } from '../common/subtitle';
import { batchSizeOf, embeddingOptions } from './embeddingOptions';

const wireFields = () => [
	model({
		search: 'searchEmbeddingModels',
		description:
			'Model to use. Leave empty to use the service default, which can change: for a store that you keep, choose a model, and use the same one to fill and to search it.',
	}),
	embeddingOptions(),
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
		subtitle: modelSubtitle,
		description: 'Creates the vectors for a vector store',
		builderHint: builderHints.embeddingsInference,
		defaults: { name: 'Inference Embeddings Model' },
		inputs: [],
		outputs: [NodeConnectionTypes.AiEmbedding],
		outputNames: ['Embeddings'],
		credentials: eitherCredential(),
		properties: [authentication(), ...wireFields()],
	};

	methods = { listSearch: { searchEmbeddingModels: searchModels('embedding', { empty: ANY }) } };

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		try {
			const panel = panelBody(this, itemIndex, wireFields());
			requireId(this.getNodeParameter('model', itemIndex, ''), panel.model);
			const body = { ...panel, model: panel.model ?? (await defaultModel(this, 'embedding')) };
			const { batchSize } = this.getNodeParameter('options', itemIndex, {});
			const calls = serviceCalls(this, itemIndex, {
				...{ bucket: '/embeddings', price: priceOfEmbeddings },
				rules: wireRules(wireFields()),
			});
			return {
				response: embedder(this, calls, {
					body,
					batchSize: batchSizeOf(batchSize),
				}),
			};
		} catch (error) {
			throw configurationError(this, error, itemIndex);
		}
	}
}
