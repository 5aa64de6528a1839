import assert from 'node:assert/strict';
import { packageName } from '../paths.mjs';

const actions = ['inferenceAudio', 'inferenceBilling', 'inferenceChat', 'inferenceModels'];

/** What n8n knows of the installed package. @param {import('./checklist.mjs').Scene} scene */
export async function checkPackage({ rest, check }) {
	const types = await rest.nodeTypes();
	const names = types.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));

	await check('n8n offers the nodes of the installed package', () => {
		for (const action of [...actions, 'inferenceUsageTrigger']) {
			assert.ok(
				names.includes(`${packageName}.${action}`),
				`${action} is missing among ${names.join(', ')}`,
			);
		}
	});

	await check('n8n offers every action node as a tool of its AI Agent', () => {
		for (const action of actions) {
			assert.ok(
				names.includes(`${packageName}.${action}Tool`),
				`${action}Tool is missing among ${names.join(', ')}`,
			);
		}
	});
}
