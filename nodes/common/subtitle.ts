import type { Resource } from '../../lib/run/operation';

/** The ID of the model that was chosen; nothing where the service chooses, or an expression. */
const CHOSEN_MODEL = '[$rawParameter["model"]].filter((id) => id && !id.startsWith("="))';

/** What stands under the name of an AI sub-node on the canvas. */
export const MODEL_SUBTITLE = `={{ ${CHOSEN_MODEL}.join() }}`;

/** The same for an action node with one operation. */
export const MODEL_OR_DEFAULT_SUBTITLE = `={{ ${CHOSEN_MODEL}[0] ?? ($rawParameter["model"] ? "" : "Default model") }}`;

/** What stands under the name of an action node with several operations: that in the words of n8n's list of actions, without articles, and the model. */
export function operationSubtitle(resources: Resource[]): string {
	const words = resources.flatMap(({ value, operations }) =>
		operations.map(({ option }) => [
			`${value}:${String(option.value)}`,
			shortAction(option.action),
		]),
	);
	const chosen = '[$parameter["resource"], $parameter["operation"]].join(":")';
	const table = JSON.stringify(Object.fromEntries(words));
	return `={{ [(${table})[${chosen}], ...${CHOSEN_MODEL}].filter(Boolean).join(" · ") }}`;
}

/** What stands under the name of the trigger: what starts it. */
export function triggerSubtitle(words: Record<string, string>): string {
	return `={{ (${JSON.stringify(words)})[$parameter["emit"]] }}`;
}

function shortAction(action: string): string {
	const words = action.replace(/^Get (?=an? |the )/, '').replace(/\b(an?|the) /gi, '');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
