import { admitPaid, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { chargeUnits, line } from '../../images/pay';
import { scrapeRequest } from '../../schemas/web';

const PRICE_USD = 0.01;
/** Stands for the large sites that are refused at once. */
const CLOSED_SITES = /(^|\.)social\.example$/;

export const scrapePage: Route = {
	method: 'POST',
	path: '/augment/scrape',
	access: 'inference',
	handle(call) {
		const { url } = readJson(call, scrapeRequest);
		const { hostname } = new URL(url);
		if (CLOSED_SITES.test(hostname)) throw invalidField('url', `${hostname} cannot be read`);
		admitPaid(call, 'account');
		chargeUnits(call, [line('web', 'scrape', 1, PRICE_USD)], 'scrape');
		const content = `# A page of ${hostname}\n\nWhat stands at [this address](${url}).\n`;
		return { payload: { json: { url, content, format: 'markdown' } } };
	},
};
