import type { Operation } from '../../../lib/operation/operation';
import { priceOfChat } from '../../../lib/pricing/price';
import { checkModelChoice, recommendModel } from '../../../lib/models/chooseModel';
import { encryption } from '../../common/fields/encryption';
import { model } from '../../common/fields/model';
import { simplify } from '../../common/fields/simplify';
import { checkEncryption, encryptionOf } from '../../common/encryptionOf';
import { attachments } from '../fields/attachments';
import { chatOptions } from '../fields/chatOptions';
import { messageFields } from '../fields/messages';
import { responseFormatFields } from '../fields/responseFormat';
import { CHAT_FALLBACK } from '../chatFallback';
import { addAttachments, addFormat, addMessages, addStream, addToolChoice } from '../chatRequest';
import { readCompletion } from '../readCompletion';

/** An answer is short: unpacking takes longer than the bytes that it saves. */
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

export const complete = {
	option: {
		name: 'Complete',
		value: 'complete',
		action: 'Complete a chat',
		description: 'Have a model answer a prompt or continue a conversation',
		routing: { request: { method: 'POST', url: '/chat/completions', headers: UNCOMPRESSED } },
	},
	bucket: 'text',
	price: priceOfChat,
	fallback: CHAT_FALLBACK,
	prepare: [
		...[checkModelChoice(), recommendModel, addMessages, addFormat, addToolChoice, addStream],
		checkEncryption,
	],
	beforeSend: [addAttachments],
	encryption: encryptionOf,
	read: readCompletion,
	fields: [
		model({
			search: 'searchTextModels',
			description:
				'Model that answers. If empty, the one that the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
		}),
		...messageFields(),
		...encryption(),
		attachments(),
		...responseFormatFields(),
		simplify(),
		...chatOptions('searchTextModels'),
	],
} satisfies Operation;
