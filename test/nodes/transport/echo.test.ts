import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { encodeBase58 } from '../../../lib/wire/keys/base58';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { listening } from '../../engine/listening';
import { rowsHere } from '../../engine/rows';
import type { RunNodeOptions } from '../../engine/runNode';
import { everything } from '../everything';
import { offerOf } from '../InferenceX402/topUpRuns';
import { WALLETS, withService } from '../withService';

const world = withService();
const SIGN_IN = 'key-Zt4/9w+Qb7==Lm2xRv8';
const HEADERS = ['authorization', 'sign-in-with-x', 'payment-signature'];

const bytes = Buffer.from(WALLETS.evm.privateKey, 'hex');
const PRIVATE_KEY = [
	WALLETS.evm.privateKey,
	`0x${WALLETS.evm.privateKey.toUpperCase()}`,
	bytes.toString('base64').replace('=', ''),
	encodeBase58(bytes),
];

type Reply = (response: ServerResponse, secrets: string, forms: string[]) => void;
let reply: Reply;
let base: string;
let received: string[] = [];

/** What the requests signed with, in the forms in which a server may write it. */
function formsOf({ headers }: IncomingMessage): string[] {
	const sent = HEADERS.flatMap((name) => headers[name] ?? []).map(String);
	const secrets = sent.flatMap((value) => [value, value.replace('Bearer ', '')]);
	return [
		...secrets,
		...secrets.map(encodeURIComponent),
		...secrets.map((secret) => Buffer.from(secret).toString('hex')),
		...secrets.map((secret) => Buffer.from(secret).toString('base64')),
		...(headers.authorization === undefined ? PRIVATE_KEY : []),
	];
}

/** All headers in base64, in which a secret stands at one of three offsets. */
function dumpOf({ rawHeaders }: IncomingMessage): string {
	const dumps = ['', '.', '..'].map((start) => Buffer.from(start + rawHeaders.join(' ')));
	return dumps.map((dump) => `${dump.toString('base64')} ${dump.toString('base64url')}`).join(' ');
}

/** The starts of the secrets that a text shows, as it is or behind base64. */
function shows(text: string, forms: string[]): string[] {
	const decoded = (text.match(/[\w+/-]{24,}/g) ?? []).map((run) =>
		[0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')).join(' '),
	);
	const places = [text, ...decoded];
	const shown = new Set(forms.filter((form) => places.some((place) => place.includes(form))));
	return [...shown].map((form) => form.slice(0, 40));
}

const server = listening(
	createServer((request, response) => {
		const forms = formsOf(request);
		received.push(...forms);
		const said = [...forms, dumpOf(request)].join(' ');
		request.resume().on('end', () => reply(response, said, forms));
	}),
);
beforeAll(() => void (base = `${server.url}/api/v1`));
beforeEach(() => void (received = []));

const json = (response: ServerResponse, body: unknown, status = 200) =>
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const completion = (message: object, more = {}) => ({
	id: 'c1',
	choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
	...more,
});
const event = (delta: object) =>
	`data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\n`;
/** Many pieces, so that each secret is spread over several. */
const piecesOf = (text: string): string[] => {
	const size = Math.ceil(text.length / 500);
	const count = Math.ceil(text.length / size);
	return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
};
const inPieces = (response: ServerResponse, text: string) => {
	const send = ([piece, ...others]: string[]): void => {
		if (piece === undefined) return void response.end();
		response.write(piece, () => setImmediate(() => send(others)));
	};
	send(piecesOf(text));
};

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
type Call = Pick<RunNodeOptions, 'node'> & { parameters: INodeParameters };
const completing = (options: INodeParameters = {}, more: INodeParameters = {}): Call => ({
	node: new InferenceChat(),
	parameters: { operation: 'complete', model: byId('any'), prompt: 'Hi', options, ...more },
});
const chat = completing();
const stream = completing({ stream: true });
const speech = {
	node: new InferenceAudio(),
	parameters: { resource: 'speech', operation: 'generate', model: byId('tts'), text: 'Hi' },
};
const rpc = {
	node: new InferenceCryptoRpc(),
	parameters: { resource: 'rpc', operation: 'call', network: byId('net'), method: 'eth_call' },
};
const csv = {
	node: new InferenceBilling(),
	parameters: { resource: 'usage', operation: 'getAll', returnAll: true, outputAs: 'csvPages' },
};

const places: Array<[name: string, call: Call, Reply]> = [
	['a text', chat, (to, said) => json(to, completion({ content: said }))],
	['an ID', chat, (to, id) => json(to, completion({}, { id }))],
	[
		'the name of a field',
		completing({}, { simplify: false }),
		(to, said) => json(to, completion({ content: 'x' }, { [said]: { [said]: [said] } })),
	],
	[
		'the arguments of a tool call',
		chat,
		(to, said) =>
			json(
				to,
				completion({ tool_calls: [{ id: said, function: { name: said, arguments: said } }] }),
			),
	],
	['a refusal', chat, (to, error) => json(to, { error }, 400)],
	[
		'the fields of a refusal',
		chat,
		(to, said, forms) =>
			json(to, { details: { [said]: { _errors: forms } }, code: 'BAD_INPUT' }, 400),
	],
	['a page', chat, (to, said) => to.writeHead(500).end(said)],
	['text in place of JSON', chat, (to, said) => to.end(said)],
	[
		'headers',
		completing({ otherFields: { includeResponseMetadata: true } }),
		(to, _said, forms) => {
			to.setHeader('cf-ray', forms.join(','));
			to.setHeader('x-acme-model-deprecation-warning', forms.join(','));
			json(to, completion({ content: 'x' }));
		},
	],
	[
		'the bytes of a stream, in pieces',
		stream,
		(to, content) => {
			to.writeHead(200, { 'content-type': 'text/event-stream' });
			inPieces(to, `${event({ content })}data: [DONE]\n\n`);
		},
	],
	[
		'the text of a stream, in pieces',
		stream,
		(to, said) => {
			to.writeHead(200, { 'content-type': 'text/event-stream' });
			for (const content of piecesOf(said)) to.write(event({ content }));
			to.end('data: [DONE]\n\n');
		},
	],
	[
		'a file',
		speech,
		(to, said) => {
			to.writeHead(200, { 'content-type': 'audio/mpeg' });
			inPieces(to, `ID3${said}`);
		},
	],
	[
		'text in place of a file',
		speech,
		(to, said) => to.writeHead(200, { 'content-type': 'text/plain' }).end(said),
	],
	['a result of JSON-RPC', rpc, (to, said) => json(to, { jsonrpc: '2.0', id: 1, result: said })],
	[
		'an error of JSON-RPC',
		rpc,
		(to, said) => json(to, { id: 1, error: { code: -32000, message: said, data: said } }),
	],
	[
		'a CSV',
		csv,
		(to, said) => to.writeHead(200, { 'content-type': 'text/csv' }).end(`a,b\n1,"${said}"\n`),
	],
];

/** Billing takes a key only. */
const forWallets = places.filter(([name]) => name !== 'a CSV');

describe.each([
	['key', places],
	['wallet', forWallets],
] as const)('a service that echoes the sign-in of a %s', (kind, rows) => {
	it.each(rowsHere(rows, 3))('no echo shows in %s', async (_name, { node, parameters }, answer) => {
		reply = answer;
		const wallet = kind === 'wallet';
		const access = wallet
			? world.walletAccess({ baseUrl: base })
			: world.accessWith({ baseUrl: base, allowPlainHttp: true, apiKey: SIGN_IN });
		const authentication = wallet ? 'wallet' : 'apiKey';
		const run = { ...access, node, parameters: { ...parameters, authentication } };
		const stopped = await world.run(run);
		const continued = await world.run({ ...run, continueOnFail: 'continueRegularOutput' });
		expect(received.length).toBeGreaterThan(0);
		const files = [...stopped.outputs, ...continued.outputs]
			.flat()
			.flatMap(({ binary }) => Object.values(binary ?? {}))
			.map(({ data }) => Buffer.from(data, 'base64').toString('latin1'));
		expect(shows([everything([stopped, continued]), ...files].join(' '), received)).toEqual([]);
	});
});

const offer = offerOf('5000000');
const payments: Array<[name: string, reply: Reply]> = [
	['an answer', (to, said) => json(to, { success: true, data: { paymentId: said } })],
	['a refusal', (to, said) => json(to, { error: said }, 400)],
	['a second offer', (to, said) => json(to, { ...offer, error: said }, 402)],
	['a page', (to, said) => to.writeHead(500).end(`<html><title>${said}</title>`)],
	[
		'headers',
		(to, _said, forms) => {
			const receipt = Buffer.from(JSON.stringify({ transaction: forms[0] })).toString('base64');
			to.setHeader('payment-response', receipt);
			to.setHeader('cf-ray', forms.join(','));
			json(to, { error: 'No' }, 400);
		},
	],
];

it.each(payments)('never shows a payment that a service echoes in %s', async (name, answer) => {
	const paid: string[] = [];
	reply = (to, said, forms) => {
		const payment = forms.find((form) => /^ey[\w+/=]{200,}$/.test(form));
		if (payment === undefined) return void json(to, offer, 402);
		paid.push(payment);
		return answer(to, said, forms);
	};
	const result = await world.run({
		...world.walletAccess({ baseUrl: base }),
		node: new InferenceX402(),
		executionId: name,
		parameters: { resource: 'balance', operation: 'topUp', maxAmount: 10, dryRun: false },
	});
	expect(paid.length).toBeGreaterThan(0);
	expect(shows(everything(result), paid)).toEqual([]);
	for (const payment of paid) expect(everything(result)).not.toContain(payment);
});
