import { admitPaid, readForm, type Route } from '../../call';
import { tokensOf } from '../../chat/usage';
import { invalidField } from '../../errors';
import type { Upload } from '../../form';
import { chargeUnits, line } from '../../images/pay';
import { textParserForm } from '../../schemas/web';

const PRICE_USD = 0.01;
const PACKED = /\.(epub|docx|pptx|xlsx)$/i;

export const parseDocument: Route = {
	method: 'POST',
	path: '/augment/text-parser',
	access: 'inference',
	handle(call) {
		const { file, response_format: format } = readForm(call, textParserForm);
		const text = textOf(file);
		admitPaid(call, 'account');
		chargeUnits(call, [line('document', 'parse', 1, PRICE_USD)], 'parse');
		if (format === 'text') {
			return { payload: { bytes: Buffer.from(text), type: 'text/plain; charset=utf-8' } };
		}
		return { payload: { json: { text, tokens: tokensOf(text) } } };
	},
};

/** Plain text is returned as it is, a PDF as its uncompressed strings; packed formats are only named. */
function textOf({ content, fileName }: Upload): string {
	if (!content.length) throw invalidField('file', `${fileName} is empty`);
	if (content.toString('latin1', 0, 5) === '%PDF-') {
		const strings = content.toString('latin1').match(/\(([^()]*)\)\s*Tj/g) ?? [];
		if (!strings.length) throw invalidField('file', `${fileName} has no text, only pictures`);
		return strings.map((one) => one.slice(1, one.lastIndexOf(')'))).join('\n');
	}
	if (PACKED.test(fileName)) return `The text of ${fileName}`;
	const text = content.toString();
	if (text.includes('\u0000') || text.includes('\ufffd')) {
		throw invalidField('file', `${fileName} is in no format known here`);
	}
	return text;
}
