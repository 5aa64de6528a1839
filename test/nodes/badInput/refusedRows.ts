import type { INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
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

/** Rows of one node, with the parameters that all of them share. */
const rowsOf =
	(node: INodeType, shared: INodeParameters) =>
	(what: string, parameters: INodeParameters, told: Told): RefusedRow => ({
		...{ what, node },
		parameters: { ...shared, ...parameters },
		...told,
	});

const chat = rowsOf(new InferenceChat(), { model: typed('text-mini'), prompt: 'Hi' });
const speech = rowsOf(new InferenceAudio(), {
	resource: 'speech',
	operation: 'generate',
	text: 'Hello',
});
const billing = rowsOf(new InferenceBilling(), {});
const web = rowsOf(new InferenceWeb(), {});

const wrongKey: Told = {
	key: 'wrong',
	status: 401,
	message: 'The service does not accept the API key',
	cure: /^Open the credential, copy the key again.*The service says: These credentials were not accepted/s,
};
const inferenceKey: Told = {
	key: 'inference',
	status: 403,
	message: 'The API key may not do this: An inference key may not read account data',
	cure: /^Check the kind of key: one for inference only cannot read billing data\./,
};
const withoutMoney: Told = {
	key: 'poor',
	status: 402,
	message: 'The account does not have enough credit for this call',
	cure: /^Add credit on the account page.*The service says: The account has no balance left/s,
};
const noModel: Told = {
	status: 404,
	message: 'There is no model no-such-model',
	cure: /^Choose one from the list/,
};
const noCharacter: Told = {
	status: 404,
	message: 'There is no character nobody',
	cure: /^Copy the slug from the public page of the character\./,
};
const refusal = (message: RegExp): Told => ({
	status: 400,
	message,
	cure: /^Correct the fields named in the message\./,
});

export const refusedRows: RefusedRow[] = [
	chat('a wrong key', {}, wrongKey),
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
	chat('an account without money', {}, withoutMoney),
	billing(
		'a key for inference only on billing data',
		{ resource: 'usage', operation: 'getAll' },
		inferenceKey,
	),
	billing(
		'a cursor that the service never gave',
		{ resource: 'usage', operation: 'getAll', options: { cursor: 'AAAA' } },
		refusal(/^The service does not accept these values: cursor: The cursor is not valid$/),
	),
	chat('an unknown model', { model: typed('no-such-model') }, noModel),
	{
		what: 'an unknown API key',
		node: new InferenceApiKeys(),
		parameters: { resource: 'apiKey', operation: 'get', keyId: typed('gone') },
		status: 404,
		message: 'The service does not know this address or item: There is no such API key',
		cure: /./,
	},
	chat(
		'a model that is offline',
		{ model: typed('text-offline') },
		{
			status: 503,
			message: 'The model is offline: Model text-offline is offline at the moment',
			cure: /^Choose another model, or add Fallback Models/,
		},
	),
	chat('an unknown character', { options: { character: 'nobody' } }, noCharacter),
	web(
		'a page that the service does not read',
		{ resource: 'page', operation: 'scrape', url: 'https://www.social.example/post' },
		refusal(
			/^The service does not accept these values: .*url: www\.social\.example cannot be read$/,
		),
	),
	{
		what: 'a method that needs a key of the service',
		node: new InferenceCryptoRpc(),
		parameters: {
			resource: 'rpc',
			operation: 'callBatch',
			network: typed('ethereum-mainnet'),
			calls: { call: [{ method: 'eth_sign' }] },
		},
		...refusal(
			/^The service does not accept these values: .*method: These methods cannot be called: eth_sign \(the service holds no keys\)$/,
		),
	},
	{
		what: 'dimensions for a model that has one number of them',
		node: new InferenceEmbeddings(),
		parameters: { model: typed('embedding-fixed'), text: 'Hello', options: { dimensions: 32 } },
		...refusal(
			/^The service does not accept these values: .*dimensions: Model embedding-fixed always gives 64 dimensions$/,
		),
	},
	chat(
		'a picture for a model that cannot see',
		{
			options: {
				attachments: { attachment: [{ fileSource: 'url', fileUrl: 'https://example.com/a.png' }] },
			},
		},
		refusal(/these values: messages: Model text-mini does not support images$/),
	),
	chat(
		'a tool without a name',
		{ options: { toolCalling: { tools: '[{"type":"function","function":{}}]' } } },
		refusal(/^The service does not accept these values: .*tools: 0\.function\.name: Required$/),
	),
	speech(
		'a voice of another model',
		{ model: typed('tts-basic'), voice: typed('Ember') },
		refusal(
			/these values: voice: Voice Ember does not belong to model tts-basic; it has, among others, alba/,
		),
	),
	speech(
		'a format that the model does not make',
		{ model: typed('tts-cloning'), voice: typed('hazel'), options: { outputFormat: 'opus' } },
		refusal(/these values: response_format: Model tts-cloning gives mp3, wav, pcm, not opus$/),
	),
];
