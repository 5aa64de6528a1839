import type { INodeProperties } from 'n8n-workflow';

import { MAX_PAGES_FIELD, DEFAULT_MAX_PAGES } from '../../../lib/billing/pages/cursorPages';
import { numberField } from './numberField';

export function maxPagesField(): INodeProperties {
	return numberField(
		'maxPages',
		MAX_PAGES_FIELD,
		DEFAULT_MAX_PAGES,
		'Maximum number of pages of the usage history, so that reading ends if the service sends new pages forever. A page has up to 1,000 entries.',
	);
}
