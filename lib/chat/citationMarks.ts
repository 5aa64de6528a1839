import { isRecord } from '../core/record';

/** Marks with which a text refers to the sources of its answer, counted from 0 (docs/maintainers/service.md#chat). */
const MARK = /\[REF\]\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*\[\/REF\]/g;

/** The end of a text that may be the start of a mark. */
const START_OF_MARK = /\[(?:R(?:E(?:F(?:\][\d,\s]{0,40}(?:\[(?:\/(?:R(?:E(?:F)?)?)?)?)?)?)?)?)?$/;

/** A text with links in Markdown in place of its marks, which say nothing to a reader; a mark stays as it is where its source is not named. */
export function linkMarks(text: string, citationsOf: () => readonly unknown[]): string {
	if (!text.includes('[REF]')) return text;
	const citations = citationsOf();
	return text.replace(MARK, (mark, list: string) => {
		const links = list.split(',').map((index) => linkTo(citations[Number(index)], Number(index)));
		return links.includes(undefined) ? mark : links.join(' ');
	});
}

/** The same for the pieces of a text, each held as long as a mark may go on in the next one; called without a piece, the rest. */
export function createMarkLinker(citationsOf: () => readonly unknown[]) {
	let held = '';
	return (piece?: string): string => {
		const text = held + (piece ?? '');
		const at = piece === undefined ? -1 : text.search(START_OF_MARK);
		held = at < 0 ? '' : text.slice(at);
		return linkMarks(at < 0 ? text : text.slice(0, at), citationsOf);
	};
}

function linkTo(citation: unknown, index: number): string | undefined {
	const address = isRecord(citation) ? citation.url : citation;
	if (typeof address !== 'string' || !/^https?:/i.test(address) || !URL.canParse(address))
		return undefined;
	const target = new URL(address).href.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
	return `[${index + 1}](${target})`;
}
