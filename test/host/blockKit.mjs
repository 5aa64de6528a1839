/** @typedef {{ type: string, text?: string, elements?: any[], fields?: any[] }} Part */

/** @param {any} value @param {string[]} types @param {number} longest */
function textProblem(value, types, longest) {
	if (!value || !types.includes(value.type)) return `no text of type ${types.join(' or ')}`;
	const { text, type, emoji, ...more } = value;
	if (!['undefined', 'boolean'].includes(typeof emoji)) return `emoji is ${emoji}`;
	if (Object.keys(more).length > 0) return `unknown ${Object.keys(more).join(', ')} in a text`;
	if (typeof text !== 'string' || text.length === 0) return 'an empty text';
	if (!text.isWellFormed()) return 'half a character';
	return text.length > longest ? `${text.length} of ${longest} characters (${type})` : undefined;
}

/** @param {unknown} list @param {number} most @param {number} longest */
function listProblems(list, most, longest) {
	if (!Array.isArray(list) || list.length === 0) return ['an empty list'];
	if (list.length > most) return [`${list.length} of ${most} texts`];
	return list.map((one) => textProblem(one, ['mrkdwn', 'plain_text'], longest));
}

/** A button that opens a link. @param {any} button */
function buttonProblem({ type, text, url }) {
	if (type !== 'button') return `unknown element ${type}`;
	if (!URL.canParse(url) || url.length > 3000) return `a button that leads to ${url}`;
	return textProblem(text, ['plain_text'], 75);
}

/** @type {Record<string, (block: any) => (string | undefined)[]>} */
const kinds = {
	actions: ({ elements }) =>
		Array.isArray(elements) && elements.length > 0 && elements.length <= 25
			? elements.map(buttonProblem)
			: ['no buttons'],
	divider: () => [],
	header: ({ text }) => [textProblem(text, ['plain_text'], 150)],
	context: ({ elements }) => listProblems(elements, 10, 3000),
	section: ({ text, fields }) => [
		text || fields ? undefined : 'neither text nor fields',
		...(text ? [textProblem(text, ['mrkdwn', 'plain_text'], 3000)] : []),
		...(fields ? listProblems(fields, 10, 2000) : []),
	],
};

/** @type {Record<string, string[]>} */
const keys = {
	actions: ['elements'],
	divider: [],
	header: ['text'],
	context: ['elements'],
	section: ['text', 'fields'],
};

/**
 * What Slack would refuse of a message's blocks, by the limits of its Block Kit; nothing when they are valid.
 * Only the kinds of blocks that a report and a question with buttons have are known.
 * @param {unknown} blocks
 * @returns {string[]}
 */
export function blockProblems(blocks) {
	if (!Array.isArray(blocks) || blocks.length === 0) return ['no blocks'];
	const many = blocks.length > 50 ? [`${blocks.length} of 50 blocks`] : [];
	return many.concat(
		blocks.flatMap((block, at) => {
			const kind = kinds[block?.type];
			if (!kind) return [`block ${at}: unknown type ${block?.type}`];
			const strange = Object.keys(block).filter(
				(key) => key !== 'type' && !keys[block.type].includes(key),
			);
			return [...kind(block), ...strange.map((key) => `unknown ${key}`)]
				.filter((problem) => problem !== undefined)
				.map((problem) => `block ${at} (${block.type}): ${problem}`);
		}),
	);
}
