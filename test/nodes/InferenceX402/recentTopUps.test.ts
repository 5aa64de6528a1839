import type { SendRequest } from '../../../lib/wire/send';
import { readRecentTopUps } from '../../../nodes/InferenceX402/recentTopUps';

const REQUEST = { baseURL: 'https://example.com', url: '/x402/top-up' };

test('a list of transactions without end is given up, and no top-up taken from it', async () => {
	let pages = 0;
	const send: SendRequest = async () => {
		const page = pages++;
		const transactions = Array.from({ length: 100 }, (_, index) => ({
			id: `${page}-${index}`,
			amount: 5,
			type: 'TOP_UP',
			createdAt: new Date().toISOString(),
		}));
		const body = { data: { transactions, pagination: { hasMore: true } } };
		return { body, headers: {}, namePrefix: 'service' };
	};
	await expect(readRecentTopUps({ request: REQUEST, send }, 0)).rejects.toThrow(
		'The transaction list of the wallet could not be read: it is longer than 20000 entries',
	);
	expect(pages).toBe(200);
});
