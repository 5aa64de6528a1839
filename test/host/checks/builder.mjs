import assert from 'node:assert/strict';
import { buildAndRun } from '../builderClient.mjs';
import { connectMcp } from '../mcp.mjs';

/** @typedef {{ json: any, binary?: Record<string, { mimeType: string }> }} Item */

const sentence = 'The parcel is on its way and arrives on Monday.';
const speak = {
	search: 'text to speech',
	wanted: 'Generate speech from text',
	given: { 'text to speak': sentence },
};

/** @param {Item[]} items @param {RegExp} kind */
const assertFile = ([{ binary = {} }], kind) =>
	assert.match(Object.values(binary)[0]?.mimeType ?? 'no file', kind);

/** @type {{ task: string, wishes: import('../builderClient.mjs').Wish[], proves: (items: Item[]) => void }[]} */
const tasks = [
	{
		task: 'ask a model',
		wishes: [
			{
				search: 'inference chat',
				wanted: 'Answer a prompt',
				given: { 'prompt that the model answers': 'Say where the parcel is.' },
			},
		],
		proves: ([{ json }]) => assert.ok(JSON.stringify(json).length > 50),
	},
	{
		task: 'speak a text into a file',
		wishes: [speak],
		proves: (items) => assertFile(items, /^audio\//),
	},
	{
		task: 'transcribe a recording',
		wishes: [
			speak,
			{ search: 'transcription', wanted: 'Transcribe speech in an audio file into text' },
		],
		proves: ([{ json }]) => assert.match(json.text, /\w+ \w+/),
	},
	{
		task: 'draw a picture',
		wishes: [
			{
				search: 'image generation',
				wanted: 'Generate an image from a description',
				choosy: true,
				given: { 'prompt description of the image': 'A lighthouse in a storm' },
			},
		],
		proves: (items) => assertFile(items, /^image\//),
	},
	{
		task: 'report what was spent',
		wishes: [
			{ search: 'cost report', wanted: 'Get a spend report, as data and a message for Slack' },
		],
		proves: ([{ json }]) =>
			assert.ok(json.blocks ?? json.slack ?? json.totals, Object.keys(json).join(', ')),
	},
	{
		task: 'search the web',
		wishes: [
			{
				search: 'internet search',
				wanted: 'Search the web',
				given: { 'query to search the web for': 'n8n' },
			},
		],
		proves: (items) => assert.ok(items.length > 0 && JSON.stringify(items).includes('http')),
	},
];

/**
 * A client of n8n's own MCP server builds six workflows from what the server says of this package, and runs them.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkBuilder({ rest, credential, check }) {
	const { call, close } = await connectMcp(rest);
	try {
		for (const { task, wishes, proves } of tasks) {
			await check(`n8n's MCP server: a builder can ${task}`, async () => {
				const { items } = await buildAndRun(call, `Builder, ${task}`, wishes, credential.name);
				proves(items);
			});
		}
	} finally {
		await close();
	}
}
