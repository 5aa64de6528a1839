import { createServer } from 'node:http';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { withService } from '../withService';

const world = withService();
const seen: string[] = [];
const proxy = createServer((request, response) => {
	seen.push(JSON.stringify(request.headers));
	response.end('{}');
});
proxy.on('connect', (request, socket) => {
	seen.push(JSON.stringify(request.headers));
	socket.end();
});
const at = listening(proxy);
beforeEach(() => void (seen.length = 0));

const ask = async (baseUrl: string, allowUnauthorizedCerts: boolean) =>
	await world.run({
		...world.accessWith({ baseUrl }),
		node: new InferenceChat(),
		parameters: {
			...{ model: typed('text-mini'), prompt: 'Hi' },
			requestOptions: {
				proxy: at.url,
				allowUnauthorizedCerts,
			},
			options: { retriesAndLimits: { maxWait: 0 } },
		},
	});

describe('a proxy that whoever edits the workflow chose', () => {
	it.each([
		['over plain http', 'http://127.0.0.1:1/api/v1', false],
		['with Ignore SSL Issues', 'https://api.example.com/api/v1', true],
	])('gets nothing %s', async (_how, baseUrl, ignores) => {
		const { error } = await ask(baseUrl, ignores);
		expect(error?.message).toMatch(
			/^Nothing was sent: the proxy of this node could read the key of the credential/,
		);
		expect(seen).toEqual([]);
	});

	it('tunnels https, and does not see the key', async () => {
		const { error } = await ask('https://api.example.com/api/v1', false);
		expect(error).toBeDefined();
		expect(seen).toHaveLength(1);
		expect(seen[0]).not.toContain(world.service.keys.user);
	});
});
