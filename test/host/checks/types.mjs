import assert from 'node:assert/strict';
import {
	extractDiscriminatorCombinations,
	getPropertiesForCombination,
} from '@n8n/workflow-sdk/scripts/generate-types';
import { synthesizeNodeTypeDef } from 'n8n/dist/modules/mcp-registry/synthesize-type-def.js';
import { readTypes } from '../builderTypes.mjs';
import { packageNodes } from '../panelNodes.mjs';

/** @typedef {import('../panelNodes.mjs').NodeType} NodeType */

const addedByN8n = '__CUSTOM_API_CALL__';

/**
 * The types that n8n makes of this package for its AI builders: one for each operation, in which no parameter hides another.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkTypes({ rest, check }) {
	for (const node of await packageNodes(rest)) {
		const visible = {
			...node,
			properties: node.properties.filter(({ type }) => type !== 'hidden'),
		};
		await check(`n8n's type of each operation of ${node.displayName} is exact`, () => {
			const choices = choicesOf(visible);
			const definition = synthesizeNodeTypeDef(/** @type {any} */ (visible));
			for (const choice of choices) {
				const types = readTypes(definition, { ...choice, description: '' });
				assert.equal(types.length, 1, `types of ${JSON.stringify(choice)}`);
			}
			const hidden = choices.flatMap((choice) => hiddenIn(visible, choice));
			assert.deepEqual(hidden, [], 'parameters behind another of their name');
		});
	}
}

/** Every operation of the menus, with its resource where there are several. @param {NodeType} node @returns {{ resource?: string, operation?: string }[]} */
function choicesOf(node) {
	const menus = node.properties.filter(({ name }) => name === 'operation');
	const choices = menus.flatMap(({ options = [], displayOptions }) =>
		options
			.filter(({ value }) => value !== addedByN8n)
			.map(({ value }) => ({
				...(displayOptions?.show?.resource && {
					resource: String(displayOptions.show.resource[0]),
				}),
				operation: value,
			})),
	);
	const known = extractDiscriminatorCombinations(/** @type {any} */ (node));
	if (choices.length > 1) {
		const told = known.filter(({ operation }) => operation !== addedByN8n);
		assert.equal(
			told.length,
			choices.length,
			`n8n tells the operations of ${node.displayName} apart`,
		);
	}
	return choices.length === 0 ? [{}] : choices;
}

/** The parameters of an operation behind an earlier one of their name, which alone n8n passes on. @param {NodeType} node @param {object} choice */
function hiddenIn(node, choice) {
	const own = getPropertiesForCombination(/** @type {any} */ (node), choice);
	const names = own.map(({ name }) => name);
	return names
		.filter((name, index) => names.indexOf(name) !== index)
		.map((name) => `${JSON.stringify(choice)} ${name}`);
}
