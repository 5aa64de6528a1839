import assert from 'node:assert/strict';
import { call, fromAI, toolName } from '../agentFlow.mjs';
import { createN8nAgent } from '../n8nAgents.mjs';
import { everyTool } from './agentTools.mjs';
import { assertCompact, fetched } from './files.mjs';

/** @typedef {Record<string, any>} Json */

const parts = 3;
/** More than one request of the service can speak. */
const longSpeech = {
	name: 'Long Speech',
	type: 'inferenceAudioTool',
	parameters: {
		resource: 'speech',
		operation: 'generate',
		text: fromAI('Text'),
		options: { outputFormat: 'wav' },
	},
	args: { Text: 'Here is a long story. '.repeat(parts * 150) },
};

/**
 * Tools of this package under an agent of n8n's Agents page, which runs them outside of any execution.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkN8nAgents(scene) {
	const { check, service } = scene;
	const tools = [...everyTool, longSpeech];
	/** @type {Map<string, Json>} */
	const results = new Map();
	/** The first item of a tool. @param {string} tool @returns {Json} */
	const itemOf = (tool) => results.get(toolName(tool))?.output.data[0].json;

	await check('n8n Agents: an agent calls a tool of every node', async () => {
		const ask = await createN8nAgent(scene, 'Agent with every tool', tools);
		const events = await ask(tools.map(({ name, args }) => call(name, args)).join(' '));
		for (const event of events)
			if (event.type === 'tool-result') results.set(event.toolName, event);
		assert.equal(results.size, tools.length, JSON.stringify(events.at(-1)));
		const failed = [...results.values()].filter(({ isError }) => isError);
		assert.deepEqual(
			failed.map(({ toolName: name }) => name),
			['Top_Up', 'Broken_Link'],
		);
		for (const [, { output }] of results) assertCompact(JSON.stringify(output));
		assert.match(results.get('Top_Up')?.output, /^Top Up is not for agents: nothing was signed/);
		assert.match(results.get('Broken_Link')?.output, /127\.0\.0\.1.*Use a public address/);
	});
	await check('n8n Agents: a long text is spoken in parts, each paid once', async () => {
		assert.equal(itemOf('Long Speech').parts, parts);
		const spoken = service
			.requests('/audio/speech')
			.filter((/** @type {Json} */ { body }) => body.input.includes('a long story'));
		assert.equal(spoken.length, parts);
	});
	await check(
		'n8n Agents: links open without a login, and no file stands beside them',
		async () => {
			for (const tool of ['Speak', 'Draw', 'Film', 'Long Speech']) await fetched(itemOf(tool));
			for (const file of itemOf('Draw Two').files) await fetched(file);
			for (const [, { output }] of results)
				for (const item of output.data ?? []) assert.equal(item.binary, undefined);
		},
	);
}
