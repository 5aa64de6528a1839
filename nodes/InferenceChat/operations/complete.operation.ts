import type { Operation } from '../../../lib/description/operation';
import { model } from '../../common/fields/model';
import { simplify } from '../../common/fields/simplify';
import { attachments } from '../fields/attachments';
import { chatOptions } from '../fields/chatOptions';
import { messageFields } from '../fields/messages';
import { responseFormatFields } from '../fields/responseFormat';
import { addAttachments, addFormat, addMessages, addStream, addToolChoice } from '../chatRequest';
import { readCompletion } from '../readCompletion';

export const complete = {
	option: {
		name: 'Complete',
		value: 'complete',
		action: 'Complete a chat',
		description: 'Have a model answer a prompt or go on with a conversation',
		routing: { request: { method: 'POST', url: '/chat/completions' } },
	},
	bucket: 'text',
	compose: [addMessages, addFormat, addToolChoice, addStream],
	attach: [addAttachments],
	read: readCompletion,
	fields: [
		model({
			search: 'searchTextModels',
			initial: { value: 'default', cachedResultName: 'default · chosen by the service' },
			required: true,
			description:
				'Model that answers. "default" is the one the service recommends. By ID, feature suffixes such as :enable_web_search=auto are sent as they are',
		}),
		...messageFields(),
		attachments(),
		...responseFormatFields(),
		simplify(),
		...chatOptions(),
	],
} satisfies Operation;
