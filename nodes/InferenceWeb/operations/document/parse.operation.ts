import type { Operation } from '../../../../lib/run/operation';
import { webPrice } from '../../../../lib/cost/price';
import { toBody } from '../../../../lib/fields/routing';
import { uploadedFile } from '../../../common/fields/inputFile';
import { maxCharacters } from '../../../common/fields/maxCharacters';
import { options } from '../../../common/fields/options';
import { readText } from '../../../../lib/wire/readText';
import { sentFileName, type Upload } from '../../../../lib/files/uploadFile';
import { checkMaxCharacters, longText } from '../../longText';

const DOCUMENT_UPLOAD: Upload = { what: 'a document' };

export const parseDocument = {
	option: {
		name: 'Parse',
		value: 'parse',
		action: 'Parse a document',
		description:
			'Get the text of a document such as PDF, Word, PowerPoint, Excel, EPUB, CSV or source code',
		routing: { request: { method: 'POST', url: '/augment/text-parser', encoding: 'arraybuffer' } },
	},
	reads: 'text/plain',
	price: webPrice,
	reusesIdentical: true,
	prepare: [checkMaxCharacters],
	file: uploadedFile('document', DOCUMENT_UPLOAD),
	async read(answer) {
		const fileName = sentFileName(this);
		const [item] = await readText.call(this, answer);
		const { text, ...others } = item?.json ?? {};
		return [{ json: { fileName, ...others, ...longText(this, 'text', text) } }];
	},
	fields: [
		options([
			maxCharacters(),
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
