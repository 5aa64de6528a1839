import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { fetchWithoutCredential } from '../../../lib/files/fetchWithoutCredential';

interface World {
	/** What each name resolves to; a list of lists answers one lookup after another. */
	names?: Record<string, string[][]>;
	answers?: Array<{ statusCode: number; headers?: Record<string, string>; body?: unknown }>;
	allowPrivateNetworks?: boolean;
	/** Whether n8n hands out its lookup, as 2.x does. */
	resolves?: boolean;
}

function contextOf({ names = {}, answers = [], allowPrivateNetworks, resolves = true }: World) {
	const asked: IHttpRequestOptions[] = [];
	const lookup = (
		host: string,
		_options: unknown,
		found: (error: Error | null, addresses: object[]) => void,
	) => {
		const [next = [], ...others] = names[host] ?? [];
		if (others.length > 0) names[host] = others;
		const addresses = next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
		found(next.length === 0 ? new Error('ENOTFOUND') : null, addresses);
	};
	const context = {
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				asked.push(request);
				return await Promise.resolve({ headers: {}, body: '', ...answers[asked.length - 1] });
			},
			...(resolves && { getSecureEgressFilter: () => ({ createSecureLookup: () => lookup }) }),
		},
		getNode: () => ({ parameters: {} }),
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'http://10.0.0.1:3000/api/v1',
				allowPlainHttp: true,
				allowPrivateNetworks,
			}),
		getRestApiUrl: () => 'http://localhost:5678/rest',
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteSingleFunctions;
	const fetch = async (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
		await fetchWithoutCredential(context, { method, url }, 'File URL').then(
			({ statusCode }) => statusCode,
			(error: Error) => error.message,
		);
	return { asked, fetch };
}

const ok = { statusCode: 200 };
const to = (location: string) => ({ statusCode: 302, headers: { location } });
const PUBLIC = '93.184.215.14';
const refused = (host: string) =>
	`File URL leads into a private network (${host}), from which nothing is fetched`;

describe('fetchWithoutCredential', () => {
	it.each([
		'http://127.0.0.1/',
		'http://[::1]/',
		'http://2130706433/',
		'https://169.254.169.254/latest/meta-data',
		'http://localhost:5678/rest/settings',
		'http://redis:6379/',
		'http://metadata.google.internal/',
		'http://10.0.0.1:3001/api/v1',
		'https://10.0.0.1:3000/api/v1',
	])('sends nothing to %s', async (url) => {
		const { asked, fetch } = contextOf({ answers: [ok] });
		expect(await fetch(url)).toBe(refused(new URL(url).hostname));
		expect(asked).toEqual([]);
	});

	it.each(['http://inside.example.com/', 'https://inside.example.com/'])(
		'sends nothing to %s, one of whose addresses is private',
		async (url) => {
			const names = { 'inside.example.com': [[PUBLIC, '10.0.0.7']] };
			const { asked, fetch } = contextOf({ names, answers: [ok] });
			expect(await fetch(url)).toBe(refused('inside.example.com'));
			expect(asked).toEqual([]);
		},
	);

	it.each([
		['a signed link of this n8n', 'http://localhost:5678/rest/binary-data/signed?token=a'],
		['the origin of the Base URL', 'http://10.0.0.1:3000/files/a.wav'],
		['a public address', `http://${PUBLIC}/a.wav`],
	])('fetches %s', async (_what, url) => {
		const { asked, fetch } = contextOf({ answers: [ok] });
		expect(await fetch(url)).toBe(200);
		expect(asked).toEqual([expect.objectContaining({ url, disableFollowRedirect: true })]);
	});

	it('fetches from a private network where the credential allows it', async () => {
		const { fetch } = contextOf({ answers: [ok], allowPrivateNetworks: true });
		expect(await fetch('http://127.0.0.1/')).toBe(200);
	});

	it('connects to the address that it checked, whatever the name resolves to next', async () => {
		const names = { 'rebind.example.com': [[PUBLIC], ['127.0.0.1']] };
		const { asked, fetch } = contextOf({ names, answers: [ok] });
		expect(await fetch('http://rebind.example.com/')).toBe(200);
		expect(asked[0]).toMatchObject({
			url: 'http://rebind.example.com/',
			agentOptions: { host: PUBLIC },
		});
	});

	it('leaves https to the certificate, so that a proxy is asked for the name', async () => {
		const { asked, fetch } = contextOf({ answers: [ok] });
		expect(await fetch('https://only-the-proxy-knows.example.com/')).toBe(200);
		expect(asked[0]?.agentOptions).toBeUndefined();
		expect(await fetch('http://only-the-proxy-knows.example.com/')).toContain(
			'could not be resolved',
		);
	});

	it.each([
		['to this machine', 'http://127.0.0.1:8080/', refused('127.0.0.1')],
		['to a name of it', '//localhost/x', refused('localhost')],
		[
			'to another scheme',
			'file:///etc/passwd',
			/must be a whole address that starts with https:\/\/ or http:\/\//,
		],
		['with a login', `http://user:pass@${PUBLIC}/`, /must not contain a user name or password/],
	])('checks a redirect %s', async (_where, location, sentence) => {
		const { asked, fetch } = contextOf({ answers: [to(location), ok] });
		expect(await fetch(`http://${PUBLIC}/`)).toEqual(
			typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
		);
		expect(asked).toHaveLength(1);
	});

	it('follows five redirects and no more, and none of a POST', async () => {
		const five = contextOf({
			answers: [...Array<object>(5).fill(to('/next')), ok] as World['answers'],
		});
		expect(await five.fetch(`http://${PUBLIC}/`)).toBe(200);
		const endless = contextOf({ answers: Array<object>(9).fill(to('/next')) as World['answers'] });
		expect(await endless.fetch(`http://${PUBLIC}/`)).toBe('File URL has too many redirects');
		expect(endless.asked).toHaveLength(6);
		const post = contextOf({ answers: [to('/next'), ok] });
		expect(await post.fetch(`http://${PUBLIC}/`, 'POST')).toBe(302);
	});

	describe('in an n8n that lets nodes resolve nothing', () => {
		const from = (remoteAddress?: string) => ({
			...{ resolves: false },
			answers: [{ ...ok, body: { socket: { remoteAddress } } }],
		});
		it('reads what comes from a public address', async () => {
			expect(await contextOf(from(PUBLIC)).fetch('http://a.example.com/')).toBe(200);
		});
		it.each(['127.0.0.1', '::ffff:10.0.0.1', undefined])(
			'reads nothing from %s',
			async (address) => {
				expect(await contextOf(from(address)).fetch('https://a.example.com/')).toBe(
					refused('a.example.com'),
				);
			},
		);
		it.each<[string, string[], string | number]>([
			['127.0.0.1', ['HEAD'], refused('a.example.com')],
			[PUBLIC, ['HEAD', 'DELETE'], 200],
		])('sees where a name leads before it sends a DELETE there: %s', async (address, sent, end) => {
			const answer = { ...ok, body: { socket: { remoteAddress: address } } };
			const { asked, fetch } = contextOf({ resolves: false, answers: [answer, answer] });
			expect(await fetch('https://a.example.com/', 'DELETE')).toBe(end);
			expect(asked.map(({ method }) => method)).toEqual(sent);
		});
	});
});
