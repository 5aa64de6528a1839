import type { INodeProperties } from 'n8n-workflow';

import { MAX_PAGES_FIELD, DEFAULT_MAX_PAGES } from '../../../lib/billing/pages/cursorPages';

export function maxPagesField(): INodeProperties {
	return {
		displayName: MAX_PAGES_FIELD.label,
		name: 'maxPages',
		type: 'number',
		typeOptions: {
			minValue: MAX_PAGES_FIELD.min,
			maxValue: MAX_PAGES_FIELD.max,
			numberPrecision: 0,
		},
		default: DEFAULT_MAX_PAGES,
		description:
			'Maximum number of pages of the usage history, so that reading ends if the service sends new pages forever. A page has up to 1,000 entries.',
	};
}
