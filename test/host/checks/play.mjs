import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */

export const button = 'When Clicking Execute';

/**
 * Saves a workflow with the credential in it, presses its button and waits for its end.
 * @param {Scene} scene
 * @param {Workflow} workflow
 */
export async function play({ rest, credential }, workflow) {
	const saved = await putWorkflow(rest, withCredential(workflow, credential));
	return await runWorkflow(rest, saved, button);
}

/**
 * The file that a node saved in this execution, by the name that it gives.
 * @param {Scene} scene
 * @param {import('../rest.mjs').Execution} execution
 * @param {string} node
 */
export function savedFile({ home }, execution, node = 'Save File') {
	const [{ json }] = itemsOf(execution, node);
	return { name: json.fileName, content: readFileSync(join(home, json.fileName)) };
}

/**
 * The workflow with other parameters in one node; it gets a name of its own, as the example stays as it is.
 * @param {Workflow} workflow
 * @param {string} name
 * @param {string} node
 * @param {(parameters: Record<string, any>) => void} change may change a copy
 * @returns {Workflow}
 */
export function changed(workflow, name, node, change) {
	/** @type {Workflow} */
	const copy = JSON.parse(JSON.stringify(workflow));
	const found = copy.nodes.find((one) => one.name === node);
	if (!found) throw new Error(`There is no node ${node} in ${workflow.name}`);
	change(found.parameters);
	return { ...copy, name };
}
