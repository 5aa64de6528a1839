import type { INodeParameters, INodeType } from 'n8n-workflow';

import { openWallet } from '../../../lib/wallet/wallet';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import type { Fault } from '../../service/service';
import { WALLETS, withService } from '../withService';

const world = withService();
const model = (value: string) => ({ mode: 'id', value });
type Case = [name: string, node: INodeType, parameters: INodeParameters];

const inference: Case[] = [
	['chat', new InferenceChat(), { prompt: 'Hi' }],
	['streamed chat', new InferenceChat(), { prompt: 'Hi', options: { stream: true } }],
	['speech', new InferenceAudio(), { text: 'Hi' }],
	[
		'audio job',
		new InferenceAudio(),
		{ operation: 'queue', model: model('music-basic'), prompt: 'x' },
	],
	[
		'audio retrieval',
		new InferenceAudio(),
		{ operation: 'retrieve', model: model('music-basic'), queueId: 'x' },
	],
	['image', new InferenceImage(), { model: model('image-basic'), prompt: 'A boat' }],
	[
		'video',
		new InferenceVideo(),
		{ model: model('video-basic'), prompt: 'A boat', duration: model('5s') },
	],
	[
		'video retrieval',
		new InferenceVideo(),
		{ operation: 'retrieve', model: model('video-basic'), queueId: 'x' },
	],
	['embeddings', new InferenceEmbeddings(), { model: model('embedding-basic'), text: 'A boat' }],
	['search', new InferenceWeb(), { operation: 'search', query: 'boats' }],
	['scrape', new InferenceWeb(), { operation: 'scrape', url: 'https://example.com' }],
	[
		'RPC',
		new InferenceCryptoRpc(),
		{ network: model('ethereum-mainnet'), method: 'eth_blockNumber', params: '[]' },
	],
];
const keyOnly: Case[] = [
	['models', new InferenceModels(), { operation: 'getAll' }],
	['model', new InferenceModels(), { operation: 'get', model: model('text-basic') }],
	['characters', new InferenceCharacters(), { operation: 'getAll' }],
	['usage', new InferenceBilling(), { operation: 'getUsageHistory' }],
	['CSV', new InferenceBilling(), { operation: 'getUsageHistory', output: 'csvFile' }],
	['balance', new InferenceBilling(), { operation: 'getBalance' }],
];
const walletOnly: Case[] = [
	['wallet balance', new InferenceX402(), { operation: 'getBalance' }],
	['transactions', new InferenceX402(), { operation: 'getAllTransactions' }],
	['payment options', new InferenceX402(), { operation: 'getPaymentOptions' }],
	['top-up', new InferenceX402(), { operation: 'topUp' }],
];

const outcomes: Array<[name: string, fault: Fault | undefined]> = [
	['success', undefined],
	['refusal', { status: 400, body: { error: 'No' } }],
	['refused key', { status: 401, body: { error: 'No' } }],
	['server error', { status: 500, body: { error: 'No' }, times: 9 }],
	['broken connection', { cut: 'before', times: 9 }],
	['broken answer', { cut: 'midway', times: 9 }],
	['malformed answer', { malformed: true, times: 9 }],
];

/** Everything an object holds, errors with their hidden properties and causes included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everything(Reflect.get(value, name), seen)}`)
		.join('\n');
}

const HEADERS = ['sign-in-with-x', 'payment-signature'];

/** The headers that were sent, and the signatures inside them. */
function signed(): string[] {
	return world.service.journal.flatMap(({ headers }) =>
		HEADERS.flatMap((name) => {
			const header = headers[name];
			if (header === undefined) return [];
			const text = Buffer.from(header, 'base64').toString('utf8');
			return [header, ...(text.match(/"(?:signature|transaction)":"([^"]+)"/g) ?? [])];
		}),
	);
}

describe.each(outcomes)('no secret shows on %s', (_outcome, fault) => {
	it.each([...inference, ...keyOnly])('%s with a key', async (_name, node, parameters) => {
		if (fault) world.service.fault(fault);
		const whole = everything(await world.run({ node, parameters }));
		expect(whole.length).toBeGreaterThan(500);
		expect(whole).not.toContain(world.service.keys.user);
		expect(whole).not.toContain('Bearer');
	});

	it.each([...inference, ...walletOnly])('%s with a wallet', async (name, node, parameters) => {
		world.service.credit(WALLETS.evm.address, 50);
		// A top-up is signed after a first answer, which must be the real one.
		const header = name === 'top-up' ? 'payment-signature' : undefined;
		if (fault) world.service.fault({ ...fault, header });
		const whole = everything(
			await world.run({
				...world.walletAccess(),
				node,
				executionId: `${_outcome} ${name}`,
				parameters: { authentication: 'wallet', ...parameters },
			}),
		);
		expect(whole.length).toBeGreaterThan(500);
		expect(whole.toLowerCase()).not.toContain(WALLETS.evm.privateKey);
		expect(signed().length > 0).toBe(name !== 'payment options');
		for (const secret of signed()) expect(whole).not.toContain(secret);
	});
});

it('prints a wallet without its key', () => {
	const wallet = openWallet('evm', WALLETS.evm.privateKey);
	expect(everything(wallet)).not.toContain(WALLETS.evm.privateKey);
});
