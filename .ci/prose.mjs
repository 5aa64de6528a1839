import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The same list that textlint reads: a pattern is written as /…/flags. */
const { rules } = parse(readFileSync(new URL('prose.yml', import.meta.url), 'utf8'));
const words = rules.map((/** @type {{ pattern: string, expected: string }} */ rule) => {
	const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(rule.pattern) ?? [];
	return { pattern: new RegExp(source, flags), expected: rule.expected };
});

/**
 * An ESLint rule that finds the words of prose.yml in the texts that it is shown.
 * @param {(look: (node: any, text?: string) => void, context: any) => Record<string, (node: any) => void>} visit
 */
const rule = (visit) => ({
	meta: { type: 'suggestion', schema: [] },
	/** @param {any} context */
	create(context) {
		return visit((node, text = textOf(node)) => {
			for (const { pattern, expected } of words) {
				const [found] = pattern.exec(text) ?? [];
				if (found) context.report({ node, message: `Not "${found}" but "${expected}".` });
			}
		}, context);
	},
});

/** What a string or template says; nothing for any other expression. @param {any} node */
function textOf(node) {
	if (node?.type === 'Literal') return String(node.value);
	if (node?.type === 'TaggedTemplateExpression') return textOf(node.quasi);
	if (node?.type !== 'TemplateLiteral') return '';
	return node.quasis.map((/** @type {any} */ { value }) => value.raw).join('…');
}

/** The first name of a call such as `it.each(rows)('…')`. @param {any} callee */
function nameOf(callee) {
	const inner = callee.object ?? callee.callee ?? callee.tag;
	return inner ? nameOf(inner) : callee.name;
}

const titled = /^(?:describe|it|test|check|step)$/;
/** Of a workflow: names of nodes, their notes, and texts of sticky notes. */
const shown = /^(?:name|notes|content)$/;

/** Strings and comments. */
const strings = rule((look, context) => ({
	Program() {
		for (const comment of context.sourceCode.getAllComments()) look(comment, comment.value);
	},
	Literal: (node) => look(node),
	TemplateElement: (node) => look(node, node.value.raw),
}));

/** What a sentence of its own does not begin with; a value alone is none. */
const fragment =
	/^(?:of|in|for|at|on|with|without|when|where|as|by|from|to|under|after|before|if|and|but|or|through|whose|which|that)\b|^(?:%\w|\$\w+)$/i;

/** Titles of tests, and names of end-to-end checks and steps. */
const titles = rule((look, context) => ({
	CallExpression(node) {
		const name = nameOf(node.callee) ?? '';
		const [title] = node.arguments;
		if (titled.test(name)) look(title);
		if (/^(?:it|test)$/.test(name) && fragment.test(textOf(title))) {
			context.report({ node: title, message: 'Begin with what the test is about.' });
		}
	},
}));

/** What a workflow shows on its canvas. */
const notes = rule((look) => ({
	Property(node) {
		if (shown.test(node.key.value ?? '')) look(node.value);
	},
}));

export const prose = { rules: { strings, titles, notes } };
