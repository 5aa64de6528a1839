import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { everything } from '../nodes/everything';
import httpRequests from './httpRequests.json';
import { WALLETS, withService } from '../nodes/withService';

const TYPES = ['inferenceServiceApi', 'inferenceServiceWalletApi'];

/** Sends a request of the user's own with any credential, as n8n's HTTP Request node can. */
class AnyRequest implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Any Request',
		name: 'anyRequest',
		group: ['transform'],
		usableAsTool: true,
		version: 1,
		description: 'Sends any request',
		defaults: { name: 'Any Request' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: TYPES.map((name) => ({ name })),
		properties: ['type', 'helper', 'request'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const given = (name: string) => String(this.getNodeParameter(name, 0));
		const request = JSON.parse(given('request'));
		const { httpRequestWithAuthentication, requestWithAuthentication } = this.helpers;
		const send =
			given('helper') === 'old' ? requestWithAuthentication : httpRequestWithAuthentication;
		const answer: unknown = await send.call(this, given('type'), request);
		return [[{ json: { answer: JSON.stringify(answer) } }]];
	}
}

const world = withService();
const seen: string[] = [];
let other: Server;
let elsewhere: string;

beforeAll(async () => {
	other = createServer((request, response) => {
		seen.push(JSON.stringify(request.headers));
		response.writeHead(302, { location: `${elsewhere}/again` }).end();
	});
	other.on('connect', (request, socket) => {
		seen.push(JSON.stringify(request.headers));
		socket.end();
	});
	await new Promise<void>((open) => other.listen(0, '127.0.0.1', open));
	elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
beforeEach(() => {
	seen.length = 0;
});
afterAll(async () => {
	other.closeAllConnections();
	await new Promise((closed) => other.close(closed));
});

const send = async (type: string, helper: string, request: object, baseUrl = world.service.url) =>
	await world.run({
		credentialTypes: [new InferenceServiceApi(), new InferenceServiceWalletApi()],
		credentials: {
			inferenceServiceApi: {
				...{ baseUrl, allowPlainHttp: true, namePrefix: 'service' },
				apiKey: world.service.keys.user,
			},
			inferenceServiceWalletApi: {
				baseUrl,
				allowPlainHttp: true,
				network: 'evm',
				privateKey: WALLETS.evm.privateKey,
				namePrefix: 'service',
			},
		},
		node: new AnyRequest(),
		parameters: { type, helper, request: JSON.stringify({ method: 'GET', ...request }) },
	});

describe.each(TYPES)('%s in a request of the user', (type) => {
	it.each([
		['a whole address', 'new', () => ({ url: `${elsewhere}/api/v1/models` })],
		['another base', 'new', () => ({ baseURL: elsewhere, url: '/models' })],
		[
			'a whole address behind the right base',
			'new',
			() => ({ baseURL: world.service.url, url: `${elsewhere}/models` }),
		],
		['the older helper', 'old', () => ({ uri: `${elsewhere}/models` })],
		['no readable address', 'new', () => ({ url: `//${new URL(elsewhere).host}/models` })],
	])('is not sent to another host by %s', async (_name, helper, request) => {
		const result = await send(type, helper, request());
		expect(everything(result.error)).toMatch(/Nothing was sent: this credential is for http/);
		expect(seen).toEqual([]);
		expect(world.service.journal).toEqual([]);
	});

	it.each(['new', 'old'])('is sent to the service by the %s helper', async (helper) => {
		const { error } = await send(type, helper, { url: `${world.service.url}/models` });
		expect(error).toBeUndefined();
		expect(world.service.journal).toHaveLength(1);
	});

	it.each(['new', 'old'])('does not follow a redirect in the %s helper', async (helper) => {
		const request = { url: `${elsewhere}/models` };
		await send(type, helper, request, `${elsewhere}/api/v1`);
		expect(seen).toHaveLength(1);
	});

	// Recorded from n8n's own node, and compared with it in the end-to-end run (test/host/checks/httpRequest.mjs).
	describe.each(httpRequests)('HTTP Request $typeVersion with $what', ({ what, request }) => {
		const { proxy, ...rest } = { proxy: undefined, ...request };
		const at = (uri: string) => ({ ...rest, uri, ...(proxy && { proxy: elsewhere }) });

		if (what.endsWith('follows redirects')) {
			it('stops at the service', async () => {
				await send(type, 'old', at(`${elsewhere}/models`), `${elsewhere}/api/v1`);
				expect(seen).toHaveLength(1);
			});
			return;
		}

		it('sends nothing', async () => {
			const baseUrl = what.includes('ignores') ? 'https://api.example.com/v1' : world.service.url;
			const { error } = await send(type, 'old', at(`${baseUrl}/models`), baseUrl);
			expect(everything(error)).toMatch(/Nothing was sent: /);
			expect([seen, world.service.journal]).toEqual([[], []]);
		});
	});

	it('is for the nodes of this package alone, where n8n knows that', () => {
		for (const credential of [new InferenceServiceApi(), new InferenceServiceWalletApi()]) {
			expect(credential.restrictToSupportedNodes).toBe(true);
		}
	});
});
