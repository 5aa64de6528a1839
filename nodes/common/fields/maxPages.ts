import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_MAX_PAGES } from '../../../lib/billing/pages/cursorPages';
import { numberField } from './numberField';

export function maxPagesField(): INodeProperties {
	return numberField(
		'maxPages',
		{ label: 'Max Pages', min: 1, max: 10_000_000, integer: true },
		DEFAULT_MAX_PAGES,
		'Maximum number of pages of the usage history, so that reading ends if the service sends new pages forever. A page has up to 1,000 entries.',
	);
}
