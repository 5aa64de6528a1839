import type { INode } from 'n8n-workflow';

import { isToolRun } from '../../core/execution';
import { isRecord } from '../../core/record';

/** What to do about a parameter that must not be empty, where its expression returns nothing or a tool has none; undefined for any other failure. */
export function emptyValueCure(node: INode, message: string): string | undefined {
	const [, label] = /^(.+) must not be empty\b/.exec(message) ?? [];
	if (label === undefined) return undefined;
	const expression = findExpression(node.parameters, normalizedName(label));
	if (expression === undefined) {
		// The fields of a row, such as those of Message 2, are named by their rows.
		if (!isToolRun(node) || !/^[A-Z][A-Za-z ()-]*$/.test(label)) return undefined;
		return `Click the stars beside ${label}, so that the agent fills it in, or enter a value.`;
	}
	return `Its expression ${expression} returns nothing for this item: correct the expression, or enter a value.`;
}

function findExpression(values: unknown, key: string): string | undefined {
	for (const [name, value] of Object.entries(isRecord(values) ? values : {})) {
		const text = isRecord(value) && value.__rl === true ? value.value : value;
		if (normalizedName(name) === key && typeof text === 'string' && text.startsWith('='))
			return text.slice(1);
		const inner = findExpression(text, key);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** Labels and names of parameters differ in case and spaces only. */
function normalizedName(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
