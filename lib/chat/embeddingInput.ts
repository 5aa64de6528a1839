import { cut } from '../core/cut';
import { badInput } from '../core/failure';

/** Maximum number of texts per request (docs/maintainers/service.md#embeddings). */
export const MAX_TEXTS = 2048;

const SKIP_EMPTY_TEXTS = 'Remove it, or filter out items without text before this node.';

/**
 * The input to embed: one text, or a list of 1 to 2,048 texts (docs/maintainers/service.md#embeddings).
 * `source` is what the user sees as their place. Throws a ServiceFailure naming the entry that is no text or is empty.
 */
export function checkedTexts(value: unknown, source: string): string | string[] {
	if (!Array.isArray(value)) return checkedText(value, source);
	if (value.length === 0)
		throw badInput(
			`${source} must contain at least one text`,
			'Add a text, or check that the expression returns one.',
		);
	if (value.length > MAX_TEXTS) {
		throw badInput(
			`${source} may have at most ${MAX_TEXTS} texts, but ${value.length} were given`,
			'Split them over several items, e.g. with the Loop Over Items node.',
		);
	}
	return value.map((entry: unknown, index) =>
		checkedText(entry, `Entry ${index + 1} of ${source}`),
	);
}

function checkedText(value: unknown, place: string): string {
	if (value === undefined || value === null)
		throw badInput(`${place} must not be empty`, SKIP_EMPTY_TEXTS);
	if (typeof value !== 'string') {
		const given = JSON.stringify(value);
		throw badInput(
			`${place} must be text, but ${given.length > 80 ? `${cut(given, 77).text}...` : given} was given`,
			'Choose the field of it that holds the text, or convert it with JSON.stringify().',
		);
	}
	if (value.trim() === '') throw badInput(`${place} must not be empty`, SKIP_EMPTY_TEXTS);
	return value;
}
