import { answerChat, requireCheck } from '../answerChat';
import { encryptionOf } from '../../../lib/privacy/enclaveChoices';
import { checkModelChoice, recommendModel } from '../../../lib/models/chooseModel';
import type { Operation } from '../../../lib/run/operation';
import { priceOfChat } from '../../../lib/cost/price';
import { model } from '../../common/fields/model';
import { optionGroup } from '../../common/fields/options';
import { simplify } from '../../common/fields/simplify';
import { CHAT_FALLBACK } from '../chatFallback';
import { addAttachments, addChoices, addMessages } from '../chatRequest';
import { answerOptions } from '../fields/answerOptions';
import { attachments } from '../fields/attachments';
import { checkOptions } from '../fields/checkOptions';
import { chatOptions } from '../fields/chatOptions';
import { messageFields } from '../fields/messages';
import { responseFormatFields } from '../fields/responseFormat';
import { toolOptions } from '../fields/toolOptions';

/** An answer is short: unpacking takes longer than the bytes that it saves. */
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

export const complete = {
	option: {
		name: 'Answer',
		value: 'complete',
		action: 'Send a chat message',
		description: 'Have a model answer a prompt or continue a conversation',
		routing: { request: { method: 'POST', url: '/chat/completions', headers: UNCOMPRESSED } },
	},
	bucket: 'text',
	price: priceOfChat,
	fallback: CHAT_FALLBACK,
	prepare: [checkModelChoice(), recommendModel, addMessages, addChoices, requireCheck],
	beforeSend: [addAttachments],
	encryption: encryptionOf,
	sendAll: answerChat,
	fields: [
		model({
			search: 'searchTextModels',
			description:
				'Model to use. Leave empty to use the one the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
		}),
		...messageFields(),
		...responseFormatFields(),
		simplify(),
		optionGroup('Options', 'options', [
			attachments(),
			...chatOptions(
				'searchTextModels',
				[...answerOptions(), checkOptions()],
				optionGroup('Tool Calling', 'toolCalling', toolOptions()),
			),
		]),
	],
} satisfies Operation;
