import type { ChatModel } from '@n8n/ai-node-sdk';
import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	type SupplyData,
} from 'n8n-workflow';

import { withExactAnswers } from '../../lib/chat/agents/adapter';
import { serviceChatModel } from '../../lib/chat/agents/chatModel';
import { configurationError, aiNodeSdk } from '../../lib/chat/agents/sdk';
import { serviceCalls, subNodePanel } from '../../lib/chat/agents/serviceCalls';
import { responseFormat } from '../../lib/chat/responseFormat';
import { encryptionChoices } from '../../lib/privacy/enclaveChoices';
import { RECOMMENDED_TRAIT, requireModelId } from '../../lib/models/chooseModel';
import { priceOfChat } from '../../lib/cost/operationPrices';
import { CHAT_FALLBACK } from '../InferenceChat/chatFallback';
import { responseFormatFields } from '../InferenceChat/fields/responseFormatFields';
import { withReasoning } from '../InferenceChat/reasoning';
import { BUILDER_HINTS } from '../common/builderHints';
import { eitherCredential } from '../common/credentials';
import { authenticationField } from '../common/fields/authentication';
import { modelField } from '../common/fields/picker';
import { searchChatModels, searchFallbackModels } from '../common/listSearch/searchChatModels';
import { encryptionHints } from '../common/nodeHints';
import { MODEL_SUBTITLE } from '../common/subtitle';
import { modelOptionsField } from './modelOptions';
import { requirePictures } from './requirePictures';

const panelFields = () => [
	modelField({
		search: 'searchChatModels',
		description:
			'Model to use. Leave empty to use the one the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
	}),
	...responseFormatFields(),
	modelOptionsField(),
];

export class LmChatInference implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Inference Chat Model',
		name: 'lmChatInference',
		icon: {
			light: 'file:../../icons/chatModel.svg',
			dark: 'file:../../icons/chatModel.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: MODEL_SUBTITLE,
		description: 'Chat model for AI agents and chains, with exact usage and cost',
		builderHint: BUILDER_HINTS.lmChatInference,
		defaults: { name: 'Inference Chat Model' },
		hints: encryptionHints(),
		inputs: [],
		outputs: [NodeConnectionTypes.AiLanguageModel],
		outputNames: ['Model'],
		credentials: eitherCredential(),
		properties: [authenticationField(), ...panelFields()],
	};

	methods = { listSearch: { searchChatModels, searchFallbackModels } };

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		try {
			const fields = panelFields();
			const panel = subNodePanel(this, itemIndex, fields);
			const { model, options, responseFormat: wanted, jsonSchema } = panel.parameters;
			const format = responseFormat(wanted, jsonSchema);
			requireModelId(model, panel.body.model);
			const body = {
				model: RECOMMENDED_TRAIT,
				...withReasoning(panel.body, options),
				...(format === undefined ? {} : { response_format: format }),
			};
			const encryption = encryptionChoices(panel.parameters);
			const showsToolPictures = options.showToolPictures === true;
			if (showsToolPictures) await requirePictures(this, body.model, encryption);
			const calls = serviceCalls(this, {
				...{ bucket: 'text', price: priceOfChat, fallback: CHAT_FALLBACK, fields, panel },
				encryption,
			});
			const chatModel: ChatModel = serviceChatModel(this, calls, {
				body,
				stream: options.stream !== false,
				showsToolPictures,
			});
			return withExactAnswers(aiNodeSdk().supplyModel(this, chatModel), this);
		} catch (error) {
			throw configurationError(this, error, itemIndex);
		}
	}
}
