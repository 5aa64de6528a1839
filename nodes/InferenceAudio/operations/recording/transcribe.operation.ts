import type { Operation } from '../../../../lib/description/operation';
import { priceOfTranscription } from '../../../../lib/pricing/price';
import { toBody } from '../../../../lib/description/routing';
import { uploadedFile } from '../../../common/fields/inputFile';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { addFile, checkFile, type Upload } from '../../../common/uploadFile';
import { readText } from '../../../common/readText';

const RECORDING: Upload = {
	what: 'a recording',
	extensions: ['wav', 'wave', 'flac', 'm4a', 'aac', 'mp4', 'mp3', 'ogg', 'oga', 'webm'],
};

export const transcribe = {
	option: {
		name: 'Transcribe',
		value: 'transcribe',
		action: 'Transcribe a recording',
		description: 'Turn speech in an audio file into text',
		routing: { request: { method: 'POST', url: '/audio/transcriptions', encoding: 'stream' } },
	},
	reads: 'text/plain',
	bucket: 'audio',
	price: priceOfTranscription,
	reusesIdentical: true,
	prepare: [checkFile(RECORDING)],
	beforeSend: [addFile(RECORDING)],
	read: readText,
	fields: [
		model({
			search: 'searchTranscriptionModels',
			description: 'Model that transcribes. If empty, the default of the service',
		}),
		...uploadedFile('recording'),
		options([
			{
				displayName: 'Language',
				name: 'language',
				type: 'string',
				typeOptions: { minLength: 2 },
				default: '',
				placeholder: 'e.g. en',
				description: 'Two-letter code of the spoken language; some models ignore it',
				routing: toBody('language'),
			},
			{
				displayName: 'Response Format',
				name: 'responseFormat',
				type: 'options',
				default: 'json',
				options: [
					{
						name: 'JSON',
						value: 'json',
						description: 'Text with length and, if asked, timestamps',
					},
					{ name: 'Text', value: 'text', description: 'The text alone' },
				],
				routing: toBody('response_format'),
			},
			{
				displayName: 'Timestamps',
				name: 'timestamps',
				type: 'boolean',
				default: false,
				description:
					'Whether to add when each part was said; the default model of the service ignores this',
				routing: toBody('timestamps'),
			},
		]),
	],
} satisfies Operation;
