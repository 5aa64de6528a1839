import { requireNextModel } from '../../../lib/run/fallback/nextModel';
import { answerChat, asksNextModel, remakeAnswer } from '../answerChat';
import { checkedEncryption } from '../../../lib/privacy/enclaveChoices';
import { checkModelChoice, recommendModel } from '../../../lib/models/chooseModel';
import type { Operation } from '../../../lib/run/operation';
import { priceOfChat } from '../../../lib/cost/operationPrices';
import { modelField } from '../../common/fields/picker';
import { optionGroup } from '../../common/fields/optionGroup';
import { simplifyField } from '../../common/fields/simplifyField';
import { CHAT_FALLBACK } from '../chatFallback';
import { addAttachments, addFormatAndToolChoice, addMessages } from '../chatRequest';
import { answerOptions } from '../fields/answerOptions';
import { checkAnswerGroup } from '../fields/checkOptions';
import { chatOptions } from '../fields/chatOptions';
import { attachmentsField, messageFields } from '../fields/messageFields';
import { responseFormatFields } from '../fields/responseFormatFields';
import { toolOptions } from '../fields/toolOptions';
import { addReasoning } from '../reasoning';

/** An answer is short: unpacking takes longer than the bytes that it saves. */
const UNCOMPRESSED_HEADER = { 'Accept-Encoding': 'identity' };

export const answerOperation = {
	option: {
		name: 'Answer',
		value: 'complete',
		action: 'Answer a prompt',
		description: 'Have a model answer a prompt or continue a conversation',
		routing: {
			request: { method: 'POST', url: '/chat/completions', headers: UNCOMPRESSED_HEADER },
		},
	},
	bucket: 'text',
	price: priceOfChat,
	fallback: CHAT_FALLBACK,
	prepare: [
		checkModelChoice(),
		recommendModel,
		addMessages,
		addFormatAndToolChoice,
		addReasoning,
		requireNextModel(asksNextModel),
	],
	beforeSend: [addAttachments],
	encryption: checkedEncryption,
	make: answerChat,
	remake: remakeAnswer,
	fields: [
		modelField({
			search: 'searchTextModels',
			description:
				'Model to use. Leave empty to use the one the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
		}),
		...messageFields(),
		...responseFormatFields(),
		simplifyField(),
		optionGroup('Options', 'options', [
			attachmentsField(),
			...chatOptions(
				[...answerOptions(), checkAnswerGroup()],
				optionGroup('Tool Calling', 'toolCalling', toolOptions()),
			),
		]),
	],
} satisfies Operation;
