import assert from 'node:assert/strict';

/** @typedef {import('../oddProxy.mjs').OddProxy} OddProxy */
/** @typedef {import('./networks.mjs').Beyond} Beyond */

/**
 * What a user reads of the test of a credential, and of a free and a paid call, one after another.
 * @param {Pick<Beyond, 'test' | 'call'>} n8n @param {string} baseUrl
 */
export const wordsOf = async ({ test, call }, baseUrl) => ({
	test: await test(baseUrl),
	free: await call(baseUrl, 'free'),
	paid: await call(baseUrl, 'paid'),
});

/** What is said of a call, by what went wrong on its way. @type {[string, (proxy: OddProxy) => unknown, RegExp, RegExp][]} */
const refused = [
	[
		'a proxy that requires a login',
		(proxy) => (proxy.tunnels = 'login'),
		/A proxy between n8n and the service refused the call and requires you to sign in/,
		/user name and password into HTTPS_PROXY/,
	],
	[
		'a proxy that forbids the host without a word',
		(proxy) => (proxy.tunnels = 'forbidden'),
		/A proxy or firewall between n8n and the service refused the call/,
		/NO_PROXY/,
	],
	[
		'a proxy that shows a page',
		(proxy) => (proxy.tunnels = 'blocked'),
		/A proxy or firewall between n8n and the service refused the call/,
		/NO_PROXY/,
	],
	[
		'a filter that answers in place of the service',
		(proxy) => (proxy.filters = true),
		/A proxy or firewall between n8n and the service refused the call: Blocked by policy/,
		/NO_PROXY/,
	],
	[
		'an untrusted certificate',
		(proxy) => proxy.certify('untrusted'),
		/the certificate of the server is not trusted/,
		/NODE_EXTRA_CA_CERTS/,
	],
	[
		'the certificate of another host',
		(proxy) => proxy.certify('otherHost'),
		/the certificate of the server is for another host/,
		/Check the host in the Base URL/,
	],
	[
		'an expired certificate',
		(proxy) => proxy.certify('expired'),
		/the certificate of the server has expired/,
		/Check the clock of this machine/,
	],
];

/**
 * What a user reads where a call over https meets a proxy, a filter or a certificate on its way.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {Beyond} n8n
 * @param {OddProxy} proxy
 * @param {string} baseUrl
 */
export async function checkTunnels({ service, check }, n8n, proxy, baseUrl) {
	const mend = () => {
		proxy.tunnels = 'tunnel';
		proxy.filters = false;
		proxy.certify('trusted');
	};

	await check('https goes through a proxy, which cannot read the key', async () => {
		proxy.seen.length = 0;
		assert.deepEqual(await wordsOf(n8n, baseUrl), { test: '', free: '', paid: '' });
		assert.ok(proxy.seen.length >= 3);
		assert.ok(proxy.seen.every((line) => line.startsWith('CONNECT service.test:443 ')));
		assert.doesNotMatch(proxy.seen.join('\n'), new RegExp(`${service.keys.user}|bearer`, 'i'));
	});

	for (const [what, breakIt, words, cure] of refused) {
		await check(`${what} is named, and nothing is said of the key or a charge`, async () => {
			mend();
			breakIt(proxy);
			proxy.seen.length = 0;
			for (const [kind, said] of Object.entries(await wordsOf(n8n, baseUrl))) {
				assert.match(said, words, kind);
				assert.match(said, cure, kind);
				assert.doesNotMatch(said, /API key|may have been charged|message of the service/i, kind);
			}
			assert.equal(proxy.seen.length, 3, 'each was tried once');
		});
	}
	mend();

	await check('a proxy that is down is named, and not the service', async () => {
		await proxy.down();
		// One that has answered before is waited for.
		const elsewhere = baseUrl.replace('//', '//other.');
		for (const [kind, said] of Object.entries(await wordsOf(n8n, elsewhere))) {
			assert.match(
				said,
				/The connection to the proxy 127\.0\.0\.1:\d+, on the way to other\.service\.test/,
				kind,
			);
			assert.match(said, /HTTPS_PROXY/, kind);
			assert.doesNotMatch(said, /API key|may have been charged/, kind);
		}
		await proxy.up();
	});
}
