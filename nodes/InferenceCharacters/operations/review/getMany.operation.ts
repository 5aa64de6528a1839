import type { Operation } from '../../../../lib/run/operation';
import { toQuery } from '../../../../lib/fields/routing';
import { characterField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { returnAllFields } from '../../../common/fields/returnAll';
import { prepareListRequest, walkReviews } from '../../characterPages';

export const getManyReviews = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many reviews of a character',
		description: 'List the reviews of a public character',
		routing: { request: { method: 'GET', url: '/characters/{slug}/reviews' } },
	},
	free: true,
	prepare: [prepareListRequest],
	make: walkReviews,
	fields: [
		characterField(),
		...returnAllFields(),
		optionsField([
			{
				displayName: 'First Page',
				name: 'page',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 1,
				description: 'First page to return, counted from 1',
				routing: toQuery('page'),
			},
			{
				displayName: 'Include Summary',
				name: 'includeSummary',
				type: 'boolean',
				default: false,
				description:
					'Whether to add average rating and number of all reviews to each item, as "summary"',
			},
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
				default: 100,
				description: 'Number of reviews per request, 1 to 100',
				routing: toQuery('pageSize'),
			},
		]),
	],
} satisfies Operation;
