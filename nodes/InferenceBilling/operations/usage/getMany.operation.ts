import type { Operation } from '../../../../lib/run/operation';
import { toQuery } from '../../../../lib/fields/routing';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { maxPagesField } from '../../../common/fields/maxPages';
import { returnAllFields } from '../../../common/fields/returnAll';
import { currencyField, startAndEndFields } from '../../../common/fields/usageFilters';
import { byteOrderMarkField } from '../../fields/byteOrderMark';
import { costLabelsField } from '../../fields/costLabelsField';
import { focusPartyFields } from '../../fields/focusPartyFields';
import { checkHistoryRequest, chooseAnswerForm, walkHistory } from '../../usageHistory';

const SHOW_FOR_FILES = { show: { outputAs: ['csvPages', 'csvFile', 'focusFile'] } };
const SHOW_FOR_FOCUS = { show: { outputAs: ['focusFile'] } };

export const getUsageHistory = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many usage entries',
		description: 'List the charges, oldest first',
		routing: { request: { method: 'GET', url: '/billing/usage-history' } },
	},
	free: true,
	prepare: [checkHistoryRequest, chooseAnswerForm],
	make: walkHistory,
	fields: [
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'items',
			options: [
				{
					name: 'FOCUS 1.4 File',
					value: 'focusFile',
					description:
						'All entries in one CSV file of the FinOps Open Cost and Usage Specification',
				},
				{ name: 'Items', value: 'items', description: 'One item per entry' },
				{
					name: 'One CSV File',
					value: 'csvFile',
					description: 'All entries in one file under one header row',
				},
				{
					name: 'One CSV File per Page',
					value: 'csvPages',
					description: 'The export files of the service, one item each',
				},
			],
		},
		...returnAllFields({ outputAs: ['items'] }),
		{ ...outputFileField(), displayOptions: SHOW_FOR_FILES },
		...focusPartyFields(SHOW_FOR_FOCUS),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [currencyField(), ...startAndEndFields()],
		},
		optionsField([
			byteOrderMarkField(),
			costLabelsField('Used for the Tags column of a FOCUS file'),
			{
				displayName: 'Cursor',
				name: 'cursor',
				type: 'string',
				typeOptions: { maxLength: 512 },
				default: '',
				description:
					'Cursor of an earlier run to continue from. It contains its filters, so set none here.',
				routing: toQuery('cursor'),
			},
			{
				displayName: 'Defuse Formulas',
				name: 'defuseFormulas',
				type: 'boolean',
				default: true,
				description:
					'Whether to put an apostrophe before CSV cells that a spreadsheet would run as a formula (those starting with =, +, -, @, tab or a line break). Numbers stay as they are.',
			},
			{
				...fileNameField('usage.csv'),
				description: 'Name of the file, for One CSV File and FOCUS',
			},
			maxPagesField(),
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 10, maxValue: 1000, numberPrecision: 0 },
				default: 1000,
				description: 'Number of entries per request, 10 to 1000',
				routing: toQuery('pageSize'),
			},
		]),
	],
} satisfies Operation;
