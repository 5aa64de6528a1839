import type { INodeProperties } from 'n8n-workflow';

type SharedSettings = Pick<
	INodeProperties,
	| 'displayName'
	| 'name'
	| 'required'
	| 'description'
	| 'builderHint'
	| 'typeOptions'
	| 'displayOptions'
	| 'routing'
>;

interface PickerOptions extends SharedSettings {
	search: string;
	/** What the list shows before anything is chosen. */
	placeholder?: string;
	/** The other way: a value that is entered. */
	byHand: { displayName: string; placeholder: string; hint?: string };
}

/** A value from a list of the service, or entered by hand. */
export function pickerField({
	search,
	placeholder,
	byHand,
	...field
}: PickerOptions): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(placeholder !== undefined && { placeholder }),
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{ name: 'id', type: 'string', ...byHand },
		],
	};
}
