import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The same list that textlint reads: a pattern is written as /…/flags. */
const { rules } = parse(readFileSync(new URL('../prose.yml', import.meta.url), 'utf8'));
const words = rules.map((/** @type {{ pattern: string, expected: string }} */ rule) => {
	const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(rule.pattern) ?? [];
	return { pattern: new RegExp(source, flags), expected: rule.expected };
});

/** An ESLint rule that finds the words of prose.yml in strings and comments. */
export const prose = {
	meta: { type: 'suggestion', schema: [] },
	/** @param {any} context */
	create(context) {
		/** @param {any} node @param {string} text */
		const look = (node, text) => {
			for (const { pattern, expected } of words) {
				const [found] = pattern.exec(text) ?? [];
				if (found) context.report({ node, message: `Not "${found}" but "${expected}".` });
			}
		};
		return {
			Program() {
				for (const comment of context.sourceCode.getAllComments()) look(comment, comment.value);
			},
			/** @param {any} node */
			Literal(node) {
				if (typeof node.value === 'string') look(node, node.value);
			},
			/** @param {any} node */
			TemplateElement(node) {
				look(node, node.value.raw);
			},
		};
	},
};
