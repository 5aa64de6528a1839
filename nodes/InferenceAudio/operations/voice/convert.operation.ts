import type { Operation } from '../../../../lib/run/operation';
import { toBody } from '../../../../lib/fields/routing';
import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { priceOfConversion } from '../../../../lib/cost/operationPrices';
import { recordingBodies } from '../../../../lib/speech/transcription/transcribe';
import { recordingInput } from '../../../common/fields/inputFileFields';
import { checkWait, jobFileOptions } from '../../../common/fields/jobFields';
import { modelField } from '../../../common/fields/picker';
import { modelValueField } from '../../../common/fields/modelValue';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import {
	VOICE_CHANGER_LIMITS,
	CONVERSION_JOB_KIND,
	convertRecording,
	VOICE_CHANGER_CHOICE,
} from '../../convertVoice';
import { maxRecordingSizeField, longRecordingField } from '../../fields/recordingFields';

export const convertVoice = {
	option: {
		name: 'Convert',
		value: 'convert',
		action: 'Convert the voice of a recording',
		description: 'Replace the voice in a recording with another one, and wait for the file',
		routing: { request: { method: 'POST', url: '/audio/voice-changer/queue' } },
	},
	bucket: 'audio',
	price: priceOfConversion,
	paidBodies: recordingBodies,
	file: recordingInput(),
	prepare: [checkModelChoice(), checkWait(CONVERSION_JOB_KIND.usualSeconds)],
	beforeSend: [
		addDefaultModel('music', () => VOICE_CHANGER_CHOICE),
		checkModel('music', VOICE_CHANGER_LIMITS),
	],
	make: convertRecording,
	fields: [
		modelField({
			search: 'searchVoiceChangers',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		modelValueField({
			displayName: 'Voice',
			name: 'voice',
			wire: 'voice',
			search: 'searchChangedVoices',
			placeholder: 'e.g. a voice of the model, or the ID of a voice of your own',
			description: 'Voice to use. Leave empty to use the model default.',
		}),
		outputFileField(),
		optionsField([
			...jobFileOptions('voice.mp3', CONVERSION_JOB_KIND.usualSeconds),
			longRecordingField(
				'How to handle a recording that is longer than the model accepts. Each part is a separate job and is charged separately.',
				'Split without re-encoding, at pauses where possible, convert the parts one after another, and join them into one file',
			),
			maxRecordingSizeField(),
			{
				displayName: 'Remove Background Noise',
				name: 'removeBackgroundNoise',
				type: 'boolean',
				default: false,
				description: 'Whether to remove everything but the voice, for models that support it',
				routing: toBody('remove_background_noise'),
			},
			{
				displayName: 'Seed',
				name: 'seed',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description: 'Number that makes results repeatable, for models that support it',
				routing: toBody('seed'),
			},
		]),
	],
} satisfies Operation;
