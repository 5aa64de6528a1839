import { admitPaid, readJson, type Route } from '../../call';
import { chargeUnits, line } from '../../images/pay';
import { searchRequest } from '../../schemas/web';

const PRICE_USD = 0.01;

export const searchWeb: Route = {
	method: 'POST',
	path: '/augment/search',
	access: 'inference',
	handle(call) {
		const { query, limit } = readJson(call, searchRequest);
		admitPaid(call, 'account');
		chargeUnits(call, [line('web', 'search', 1, PRICE_USD)], 'search');
		const results = Array.from({ length: limit }, (_, index) => ({
			title: `Result ${index + 1} for ${query}`,
			url: `https://example.com/${index + 1}?q=${encodeURIComponent(query)}`,
			content: `What is known of <strong>${query}</strong> &amp; more`,
			date: index % 2 ? '' : '2026-07-30',
		}));
		return { payload: { json: { query, results } } };
	},
};
