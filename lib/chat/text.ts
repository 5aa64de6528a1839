import { isRecord } from '../base/record';

/** The text of a message's content: text itself, or that of its parts. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return '';
	return content
		.map((part: unknown) => {
			if (typeof part === 'string') return part;
			return isRecord(part) && typeof part.text === 'string' ? part.text : '';
		})
		.join('');
}
