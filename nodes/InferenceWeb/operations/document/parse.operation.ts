import type { Operation } from '../../../../lib/run/operation';
import { priceOfWebCall } from '../../../../lib/cost/operationPrices';
import { toBody } from '../../../../lib/fields/routing';
import { fileUploadInput } from '../../../common/fields/inputFileFields';
import { maxCharactersField } from '../../../common/fields/maxCharacters';
import { optionsField } from '../../../common/fields/optionGroup';
import { readText } from '../../../../lib/speech/transcription/readText';
import { uploadFileName, type UploadRule } from '../../../../lib/files/uploadFile';
import { checkMaxCharacters, cutTextFacts } from '../../cutText';

const DOCUMENT_UPLOAD: UploadRule = { what: 'a document' };

export const parseDocument = {
	option: {
		name: 'Parse',
		value: 'parse',
		action: 'Parse a document',
		description:
			'Get the text of a document such as PDF, Word, PowerPoint, Excel, EPUB, CSV or source code',
		routing: { request: { method: 'POST', url: '/augment/text-parser', encoding: 'arraybuffer' } },
	},
	answerType: 'text/plain',
	price: priceOfWebCall,
	reusesIdentical: true,
	prepare: [checkMaxCharacters],
	file: fileUploadInput('document', DOCUMENT_UPLOAD),
	async read(answer) {
		const fileName = uploadFileName(this);
		const [item] = await readText.call(this, answer);
		const { text, ...others } = item?.json ?? {};
		return [{ json: { fileName, ...others, ...cutTextFacts(this, 'text', text) } }];
	},
	fields: [
		optionsField([
			maxCharactersField(),
			{
				displayName: 'Response Format',
				name: 'responseFormat',
				type: 'options',
				default: 'json',
				description: 'Format of the output',
				options: [
					{ name: 'JSON', value: 'json', description: 'Text with its number of tokens' },
					{ name: 'Text', value: 'text', description: 'Only the text' },
				],
				routing: toBody('response_format'),
			},
		]),
	],
} satisfies Operation;
