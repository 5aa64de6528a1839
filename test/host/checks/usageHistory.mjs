import assert from 'node:assert/strict';

/**
 * @typedef {{ timestamp: string, sku: string, amount: number, currency: string, inferenceDetails: { requestId: string, promptTokens: number | null } | null }} Entry
 */

/**
 * Walks the usage history of the local service page by page, with nothing of the package.
 * @param {any} service
 * @param {Record<string, string>} filters
 */
export async function usageHistory(service, filters) {
	/** @type {Entry[]} */
	const entries = [];
	/** @type {Record<string, string> | undefined} */
	let query = { ...filters, pageSize: '50' };
	while (query) {
		/** @type {Response} */
		const response = await fetch(
			`${service.url}/billing/usage-history?${new URLSearchParams(query)}`,
			{
				headers: { authorization: `Bearer ${service.keys.user}` },
			},
		);
		assert.equal(response.status, 200);
		const page = /** @type {{ data: Entry[], nextCursor: string | null }} */ (
			await response.json()
		);
		entries.push(...page.data);
		query = page.nextCursor ? { cursor: page.nextCursor } : undefined;
	}
	return entries;
}
