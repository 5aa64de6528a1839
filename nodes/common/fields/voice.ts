import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { pickerField } from './picker';

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
