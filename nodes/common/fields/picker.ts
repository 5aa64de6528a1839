import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';

import { toBody, toPath } from '../../../lib/fields/routing';

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

interface ModelFieldOptions {
	/** Name of the list search that offers the models of the right type. */
	search: string;
	/** Whether an empty choice is refused; otherwise it means the default, which is the first of the list. */
	required?: boolean;
	description: string;
}

/** How a model is entered that the list does not show. */
export const MODEL_BY_HAND = {
	displayName: 'By ID',
	placeholder: 'e.g. an ID from Inference Models > Get Many',
};

export function modelField({
	search,
	required = false,
	description,
}: ModelFieldOptions): INodeProperties {
	return pickerField({
		displayName: 'Model',
		name: 'model',
		required,
		description,
		builderHint: {
			propertyHint: `Take a model from ${search}, never that of another operation. ${required ? 'The call is refused without one.' : 'An empty choice from the list is the default.'}`,
		},
		search,
		placeholder: required ? 'Select a model...' : 'Default model',
		byHand: MODEL_BY_HAND,
		routing: toBody('model'),
	});
}

export function voiceField(): INodeProperties {
	return pickerField({
		displayName: 'Voice',
		name: 'voice',
		description:
			'Voice to use. Each model has its own voices. Without a model, the list shows the voices of all models. Leave empty to use the service default.',
		builderHint: {
			propertyHint:
				'Optional. With a chosen model, take one of its voices; a voice of another model is refused. Without a model, the voice decides on the model.',
		},
		search: 'searchVoices',
		placeholder: 'Default voice',
		byHand: {
			displayName: 'By ID',
			placeholder: 'e.g. vv_1a2b for a cloned voice',
			hint: "Voice name in the model's own format, or the handle of a voice cloned with the same model (vv_...)",
		},
		typeOptions: { maxLength: 512, loadOptionsDependsOn: ['model.value'] },
		routing: toBody('voice'),
	});
}

export function characterField(): INodeProperties {
	return pickerField({
		displayName: 'Character',
		name: 'character',
		required: true,
		description: 'Public character',
		search: 'searchCharacters',
		placeholder: 'Select a character...',
		byHand: {
			displayName: 'By Slug',
			placeholder: 'e.g. the last part of its public address',
			hint: 'The field "slug" that Get Many returns, also called public ID. Do not use the field "id".',
		},
		routing: toPath('slug'),
	});
}

export function apiKeyField(routing?: INodePropertyRouting): INodeProperties {
	return pickerField({
		displayName: 'Key',
		name: 'keyId',
		required: true,
		description: 'API key of the account',
		search: 'searchApiKeys',
		placeholder: 'Select a key...',
		byHand: {
			displayName: 'By ID',
			placeholder: 'e.g. the field "id" that Get Many returns',
			hint: 'The field "id" that Create and Get Many return. Never enter the key itself.',
		},
		...(routing && { routing }),
	});
}
