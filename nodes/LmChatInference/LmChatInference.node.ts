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
import { serviceCalls } from '../../lib/chat/agents/serviceCalls';
import { responseFormat } from '../../lib/chat/responseFormat';
import { encryptionChoices } from '../../lib/privacy/enclaveChoices';
import { RECOMMENDED_TRAIT, requireModelId } from '../../lib/models/chooseModel';
import { wireRules } from '../../lib/fields/rules';
import { panelBody } from '../../lib/run/panelBody';
import { priceOfChat } from '../../lib/cost/operationPrices';
import { CHAT_FALLBACK } from '../InferenceChat/chatFallback';
import { responseFormatFields } from '../InferenceChat/fields/responseFormatFields';
import { STREAM_LABEL } from '../InferenceChat/fields/answerOptions';
import { withReasoning } from '../InferenceChat/reasoning';
import { BUILDER_HINTS } from '../common/builderHints';
import { eitherCredential } from '../common/credentials';
import { authenticationField } from '../common/fields/authentication';
import { modelField } from '../common/fields/picker';
import { searchChatModels, searchFallbackModels } from '../common/listSearch/searchChatModels';
import { encryptionHints } from '../common/nodeHints';
import { MODEL_SUBTITLE } from '../common/subtitle';
import { modelOptionsField } from './modelOptions';
import { switchValue } from '../../lib/fields/readParameter';

const wireFields = () => [
	modelField({
		search: 'searchChatModels',
		description:
			'Model to use. Leave empty to use the one the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
	}),
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
		properties: [authenticationField(), ...wireFields().toSpliced(1, 0, ...responseFormatFields())],
	};

	methods = { listSearch: { searchChatModels, searchFallbackModels } };

	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		try {
			const options = this.getNodeParameter('options', itemIndex, {});
			const format = responseFormat(
				this.getNodeParameter('responseFormat', itemIndex, 'text'),
				this.getNodeParameter('jsonSchema', itemIndex, ''),
			);
			const panel = panelBody(this, itemIndex, wireFields());
			requireModelId(this.getNodeParameter('model', itemIndex, ''), panel.model);
			const body = {
				model: RECOMMENDED_TRAIT,
				...withReasoning(panel, options),
				...(format === undefined ? {} : { response_format: format }),
			};
			const calls = serviceCalls(this, itemIndex, {
				...{ bucket: 'text', price: priceOfChat, fallback: CHAT_FALLBACK },
				rules: wireRules(wireFields()),
				encryption: encryptionChoices((name, fallback) =>
					this.getNodeParameter(name, itemIndex, fallback as string),
				),
			});
			const chatModel: ChatModel = serviceChatModel(this, calls, {
				body,
				stream: switchValue(options.stream, STREAM_LABEL) ?? true,
			});
			return withExactAnswers(aiNodeSdk().supplyModel(this, chatModel), this);
		} catch (error) {
			throw configurationError(this, error, itemIndex);
		}
	}
}
