import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { typed } from '../../coverage/given';
import type { LocalService } from '../../service/service';
import type { Row } from './row';

/** A bad input that only the service can know, with the status of its refusal. */
export interface RefusedRow extends Omit<Row, 'credential'> {
	status: number;
	/** Which of the service's keys is used. */
	key?: keyof LocalService['keys'] | 'wrong';
	cure: RegExp;
}

type Told = Pick<RefusedRow, 'status' | 'message' | 'cure' | 'key'>;

const chat = (what: string, change: IDataObject, told: Told): RefusedRow => ({
	what,
	node: new InferenceChat(),
	parameters: {
		model: typed('text-mini'),
		prompt: 'Hi',
		...change,
	} as INodeParameters,
	...told,
});
const speech = (what: string, change: IDataObject, told: Told): RefusedRow => ({
	what,
	node: new InferenceAudio(),
	parameters: {
		resource: 'speech',
		operation: 'generate',
		text: 'Hello',
		...change,
	} as INodeParameters,
	...told,
});

const invalid = { status: 400, cure: /^Correct the fields named in the message\./ };
const account = 'The account does not have enough credit for this call';

export const refusedRows: RefusedRow[] = [
	chat(
		'a wrong key',
		{},
		{
			key: 'wrong',
			status: 401,
			message: 'The service does not accept the API key: These credentials were not accepted',
			cure: /^Open the credential, copy the key again/,
		},
	),
	chat(
		'a key whose plan has ended',
		{},
		{
			key: 'inactive',
			status: 401,
			message: 'The subscription behind this API key has ended: This key is not active',
			cure: /^Renew it in your account/,
		},
	),
	chat(
		'a key that has spent its cap',
		{},
		{
			key: 'capped',
			status: 402,
			message: /^This API key's own spending limit is used up, although .*: The spending limit/,
			cure: /^Raise or remove the spending limit of this key/,
		},
	),
	chat(
		'an account without money',
		{},
		{
			key: 'poor',
			status: 402,
			message: `${account}: The account has no balance left`,
			cure: /^Add credit on the account page/,
		},
	),
	{
		what: 'a key for inference only on billing data',
		node: new InferenceBilling(),
		parameters: { resource: 'usage', operation: 'getAll' },
		key: 'inference',
		status: 403,
		message: 'The API key may not do this: An inference key may not read account data',
		cure: /one for inference only cannot read billing data/,
	},
	{
		what: 'a cursor that the service never gave',
		node: new InferenceBilling(),
		parameters: { resource: 'usage', operation: 'getAll', options: { cursor: 'AAAA' } },
		message: 'The service does not accept these values: cursor: The cursor is not valid',
		...invalid,
	},
	{
		what: 'an unknown model to describe',
		node: new InferenceModels(),
		parameters: { resource: 'model', operation: 'get', model: typed('no-such-model') },
		status: 404,
		message: 'There is no model no-such-model',
		cure: /^Choose one from the list/,
	},
	chat(
		'an unknown model',
		{ model: typed('no-such-model') },
		{
			status: 404,
			message: 'There is no model no-such-model',
			cure: /^Choose one from the list/,
		},
	),
	chat(
		'a model that is offline',
		{ model: typed('text-offline') },
		{
			status: 503,
			message: 'The model is offline: Model text-offline is offline at the moment',
			cure: /^Choose another model, or add Fallback Models/,
		},
	),
	chat(
		'an unknown character',
		{ options: { character: 'nobody' } },
		{
			status: 404,
			message: 'There is no character nobody',
			cure: /^Copy the slug/,
		},
	),
	chat(
		'a picture for a model that cannot see',
		{
			options: {
				attachments: { attachment: [{ fileSource: 'url', fileUrl: 'https://example.com/a.png' }] },
			},
		},
		{
			message: /these values: messages: Model text-mini does not support images$/,
			...invalid,
		},
	),
	chat(
		'an effort for a model that does not reason',
		{ options: { reasoning: { reasoningEffort: 'low' } } },
		{
			message: /these values: reasoning_effort: Model text-mini does not support/,
			...invalid,
		},
	),
	chat(
		'a tool without a name',
		{ options: { toolCalling: { tools: '[{"type":"function","function":{}}]' } } },
		{
			message: /^The service does not accept these values: .*tools: 0\.function\.name: Required$/,
			...invalid,
		},
	),
	chat(
		'metadata of a number',
		{ options: { advanced: { metadata: '{"team":7}' } } },
		{
			message: /these values: .*metadata: team: Expected string, received number$/,
			...invalid,
		},
	),
	chat(
		'a tool result without its call',
		{
			input: 'json',
			messagesJson: '[{"role":"tool","content":"42"}]',
		},
		{
			message: /these values: .*messages: 0\.tool_call_id: Required$/,
			...invalid,
		},
	),
	speech(
		'a voice of another model',
		{ model: typed('tts-basic'), voice: typed('Ember') },
		{
			message:
				/these values: voice: Voice Ember does not belong to model tts-basic; it has, among others, alba/,
			...invalid,
		},
	),
	speech(
		'a model without its voice',
		{ model: typed('tts-expressive') },
		{
			message: /these values: voice: Voice alba does not belong to model tts-expressive/,
			...invalid,
		},
	),
	speech(
		'a text model for speech',
		{ model: typed('text-basic') },
		{
			message: /these values: model: text-basic is not a speech model$/,
			...invalid,
		},
	),
	speech(
		'a format that the model does not make',
		{
			model: typed('tts-cloning'),
			voice: typed('hazel'),
			options: { outputFormat: 'opus' },
		},
		{
			message: /these values: response_format: Model tts-cloning gives mp3, wav, pcm, not opus$/,
			...invalid,
		},
	),
];
