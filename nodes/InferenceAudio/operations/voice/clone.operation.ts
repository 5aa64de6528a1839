import type { Operation } from '../../../../lib/run/operation';
import { priceOfVoice } from '../../../../lib/cost/operationPrices';
import { fileUploadInput } from '../../../common/fields/inputFileFields';
import { modelField } from '../../../common/fields/picker';
import type { UploadRule } from '../../../../lib/files/uploadFile';
import { checkSampleFormat, readClonedVoice } from '../../cloneVoice';

const SAMPLE_UPLOAD: UploadRule = {
	what: 'a recording',
	extensions: ['mp3', 'wav', 'flac', 'm4a', 'mp4'],
	check: checkSampleFormat,
};

export const cloneVoice = {
	option: {
		name: 'Clone',
		value: 'clone',
		action: 'Clone a voice',
		description: 'Create a voice from a short recording, to use in Speech > Generate',
		routing: { request: { method: 'POST', url: '/audio/voices' } },
	},
	bucket: 'audio',
	price: priceOfVoice,
	file: fileUploadInput('recording of 5 to 10 seconds with one clear voice', SAMPLE_UPLOAD),
	read: readClonedVoice,
	fields: [
		modelField({
			search: 'searchCloningModels',
			description: 'Model to use the voice with. Leave empty to use the service default.',
		}),
	],
} satisfies Operation;
