import dns from 'node:dns';
import { createServer } from 'node:http';
import type { INodeParameters, INodeType, IExecuteFunctions } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { engineVersion } from '../../engine/runNode';
import { WALLETS, withService } from '../withService';

const SECRET = 'only for this network';
const world = withService();
const seen: string[] = [];
let port: number;

const inside = listening(
	createServer((request, response) => {
		seen.push(`${request.headers.host} ${request.url}`);
		const location = `http://127.0.0.1:${port}/secret`;
		if (request.url === '/moved') response.writeHead(302, { location }).end();
		else response.writeHead(200, { 'content-type': 'text/plain' }).end(SECRET);
	}),
);
beforeAll(() => ({ port } = inside));
beforeEach(() => void (seen.length = 0));

/** The names of this test lead to this machine, in n8n's HTTP client too. */
function resolveToThisMachine() {
	jest.spyOn(dns, 'lookup').mockImplementation(((
		_host: string,
		options: { all?: boolean },
		found: (...result: unknown[]) => void,
	) => {
		if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }]);
		else found(null, '127.0.0.1', 4);
	}) as typeof dns.lookup);
}

const parse = async (fileUrl: string, data: Record<string, unknown> = {}) =>
	await world.run({
		...world.accessWith(data),
		node: new InferenceWeb(),
		asTool: true,
		items: [{ json: { fileUrl } }],
		parameters: {
			...{ resource: 'document', operation: 'parse' },
			...{ fileSource: 'url', fileUrl: '={{ $json.fileUrl }}' },
		},
	});

describe('what an agent makes a tool fetch', () => {
	it.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0x7f.1'])(
		'is not the body of a server at %s',
		async (host) => {
			const { error, outputs } = await parse(`http://${host}:${port}/notes.txt`);
			expect(error?.message).toMatch(
				/^The file behind the URL leads into a private network \(.*\), from which nothing is fetched\. Use a public address/,
			);
			expect(seen).toEqual([]);
			expect(JSON.stringify(outputs)).not.toContain(SECRET);
			expect(world.service.journal).toEqual([]);
		},
	);

	it('is nothing behind a public name that leads to this machine', async () => {
		resolveToThisMachine();
		const { error } = await parse(`http://files.example.com:${port}/notes.txt`);
		expect(error?.message).toContain('leads into a private network (files.example.com)');
		// n8n 1.x hands out no lookup: there the answer is thrown away unread.
		expect(seen.length).toBe(engineVersion.startsWith('1.') ? 1 : 0);
		expect(world.service.journal).toEqual([]);
	});

	it('is nothing to which a public server redirects', async () => {
		const origin = `http://localhost:${port}`;
		const { error } = await parse(`${origin}/moved`, { baseUrl: `${origin}/api/v1` });
		expect(error?.message).toContain('leads into a private network (127.0.0.1)');
		expect(seen).toEqual([`localhost:${port} /moved`]);
	});

	it('is what the owner of the credential allows', async () => {
		const address = `http://127.0.0.1:${port}/notes.txt`;
		const { error } = await parse(address, { allowPrivateNetworks: true });
		expect(error).toBeUndefined();
		expect(seen).toHaveLength(1);
	});
});

describe('a download link in an answer', () => {
	const retrieve = async (data: Record<string, unknown> = {}) => {
		const url = `http://127.0.0.1:${port}/secret`;
		const body = { status: 'COMPLETED', download_url: url };
		world.service.fault({ path: '/video/retrieve', status: 200, body });
		return await world.run({
			...world.accessWith(data),
			node: new InferenceVideo(),
			parameters: {
				...{ resource: 'video', operation: 'retrieve', queueId: 'a-job' },
				model: typed('video-basic'),
			},
		});
	};

	it('is not followed into a private network', async () => {
		const { error } = await retrieve();
		expect(error?.message).toContain('The download link leads into a private network (127.0.0.1)');
		expect(error?.message).toContain('job a-job');
		expect(seen).toEqual([]);
	});

	it('is asked a few times for what is no file, and not quoted', async () => {
		const { error } = await retrieve({ allowPrivateNetworks: true });
		expect(error?.message).toContain('The download link leads to text where a file was expected');
		expect(JSON.stringify([error, error?.description])).not.toContain(SECRET);
		expect(seen).toHaveLength(5);
	});
});

it('a Solana RPC is not looked for in a private network, and nothing is signed', async () => {
	const { error } = await world.run({
		...world.walletAccess({ network: 'solana', privateKey: WALLETS.solana.privateKey }),
		node: new InferenceX402(),
		parameters: {
			...{ resource: 'balance', operation: 'topUp', maxAmount: 10 },
			dryRun: false,
			amount: 5,
			options: { rpcUrl: `http://127.0.0.1:${port}/` },
		} as INodeParameters,
	});
	expect(error?.message).toContain('Solana RPC URL leads into a private network (127.0.0.1)');
	expect(seen).toEqual([]);
});

// n8n 1 looks names up itself: what it reaches in a private network is discarded, as tested above.
if (engineVersion.startsWith('2.')) {
	it('n8n connects to the address that was checked, and asks for the name', async () => {
		const node = {
			description: {
				...{ displayName: 'Asks', name: 'asks', group: [], version: 1, description: '' },
				...{ defaults: {}, inputs: ['main'], outputs: ['main'], properties: [] },
			},
			async execute(this: IExecuteFunctions) {
				const url = `http://nowhere.example.com:${port}/`;
				const agentOptions = { host: '127.0.0.1' };
				const answer: unknown = await this.helpers.httpRequest({ url, agentOptions });
				return [[{ json: { answer: String(answer) } }]];
			},
		} as unknown as INodeType;
		const { item } = await world.run({ node });
		expect(item.json).toEqual({ answer: SECRET });
		expect(seen).toEqual([`nowhere.example.com:${port} /`]);
	});
}
