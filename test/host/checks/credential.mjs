import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';

/** The Test button of the credential. @param {import('./checklist.mjs').Scene} scene */
export async function checkCredential({ rest, service, check }) {
	/** @param {object} change @returns {Promise<{ status: string, message: string }>} */
	const test = (change) => {
		const { name, type, data } = localCredential(service);
		return rest.post('/credentials/test', {
			credentials: { id: '', name, type, data: { ...data, ...change } },
		});
	};

	await check('the credential test accepts a good key', async () => {
		const { status, message } = await test({});
		assert.equal(status, 'OK', message);
	});

	await check(
		'the credential test tolerates a slash after the base URL and blanks around the key',
		async () => {
			const { status, message } = await test({
				baseUrl: `${service.url}/`,
				apiKey: ` ${service.keys.user} `,
			});
			assert.equal(status, 'OK', message);
		},
	);

	await check('the credential test explains a wrong key', async () => {
		const { status, message } = await test({ apiKey: 'wrong' });
		assert.equal(status, 'Error');
		assert.match(message, /does not accept this API key/);
	});

	await check('the credential test explains a base URL without the version path', async () => {
		const { status, message } = await test({ baseUrl: new URL(service.url).origin });
		assert.equal(status, 'Error');
		assert.match(message, /version path/);
	});
}
