import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { agentFlow } from '../agentFlow.mjs';
import { itemsOf } from '../workflows.mjs';
import { button, play } from './play.mjs';
import { publishedChat } from './publishedChat.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */
/** @typedef {import('./checklist.mjs').Scene} Scene */

const langchain = '@n8n/n8n-nodes-langchain';
const inputSchema = JSON.stringify({
	type: 'object',
	properties: { state: { type: 'string' } },
	required: ['state'],
});
/** How n8n has an agent hand its answer to an output parser. @param {Json} output */
const formatted = (output) => ({
	calls: [{ name: 'format_final_json_response', arguments: { output } }],
});
const oslo = { state: 'Oslo' };

/** @param {Workflow} flow @param {string} name */
const nodeOf = (flow, name) => flow.nodes.find((node) => node.name === name) ?? assert.fail(name);

/** @param {string} from @param {string[]} to @param {string} type */
const link = (from, to, type) => ({
	[from]: { [type]: [to.map((node) => ({ node, type, index: 0 }))] },
});

/** The workflow with one more node. @param {Workflow} flow @param {Json} node @param {Json} links @returns {Workflow} */
const withNode = (flow, node, links) => ({
	...flow,
	// @ts-expect-error a node of any kind
	nodes: [...flow.nodes, { id: node.name, position: [0, 600], ...node }],
	connections: { ...flow.connections, ...links },
});

/** @param {string} code */
const codeNode = (code) => ({
	...{ name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2 },
	parameters: { jsCode: code },
});

/** An agent with n8n's Structured Output Parser. @param {string} name @param {{ options?: Json, autoFix?: boolean }} [settings] */
function parserFlow(name, { options = {}, autoFix = false } = {}) {
	const flow = agentFlow(name, { prompt: 'Where?', tools: [] });
	Object.assign(nodeOf(flow, 'AI Agent').parameters, { hasOutputParser: true, options });
	const parser = {
		...{ name: 'Parser', type: `${langchain}.outputParserStructured`, typeVersion: 1.3 },
		parameters: { schemaType: 'manual', inputSchema, autoFix },
	};
	return withNode(flow, parser, {
		...link('Parser', ['AI Agent'], 'ai_outputParser'),
		...link(
			'Inference Chat Model',
			autoFix ? ['AI Agent', 'Parser'] : ['AI Agent'],
			'ai_languageModel',
		),
	});
}

/** The same in a chat. @param {string} name @param {Json} options of the agent @param {string} responseMode */
function parserChat(name, options, responseMode) {
	const flow = parserFlow(name, { options });
	Object.assign(nodeOf(flow, button), {
		...{ type: `${langchain}.chatTrigger`, typeVersion: 1.3, webhookId: randomUUID() },
		parameters: { public: true, options: { responseMode } },
	});
	return flow;
}

/**
 * What docs/agents.md says of n8n's own limits, with Inference Chat Model.
 * @param {Scene} scene
 */
export async function checkAgentLimits(scene) {
	await checkParser(scene);
	await checkSeveralItems(scene);
	await checkRefine(scene);
}

/** @param {Scene} scene */
function counter({ service }) {
	const requests = () => service.requests('/chat/completions');
	const before = requests().length;
	return () => requests().slice(before);
}

/** @param {Scene} scene */
async function checkParser(scene) {
	const { service, check } = scene;
	/** What an agent gives, and how many requests it took. @param {Workflow} flow @param {...Json} turns */
	const run = async (flow, ...turns) => {
		const asked = counter(scene);
		service.script(...turns);
		const [{ json }] = itemsOf(await play(scene, flow), 'AI Agent');
		return { output: json.output, requests: asked().length };
	};
	const once = { output: oslo, requests: 1 };

	await check('output parser: an agent that calls it is done with one request', async () => {
		assert.deepEqual(await run(parserFlow('Parser: call'), formatted(oslo)), once);
	});
	await check('output parser: an answer in text is read', async () => {
		const text = JSON.stringify({ output: oslo });
		assert.deepEqual(await run(parserFlow('Parser: text'), { text }), once);
	});
	await check('output parser: Auto-Fix Format pays for one more request', async () => {
		const flow = parserFlow('Parser: fixed', { autoFix: true });
		const turns = [formatted({ city: 'Oslo' }), { text: JSON.stringify({ output: oslo }) }];
		assert.deepEqual(await run(flow, ...turns), { output: oslo, requests: 2 });
	});
	await check('output parser: an agent that streams asks until Max Iterations', async () => {
		const flow = parserChat('Parser: streamed', { maxIterations: 3 }, 'streaming');
		const { chunksTo } = await publishedChat(scene, flow, 'parser-streamed');
		const asked = counter(scene);
		service.script(...[1, 2, 3].map(() => formatted(oslo)));
		const chunks = await chunksTo('Where?');
		assert.equal(asked().length, 3, 'n8n hears the answer now: say so in docs/agents.md');
		assert.equal(chunks.at(-1)?.type, 'error');
	});
	await check(
		'output parser: a chat with streaming off gets the data for one request',
		async () => {
			const flow = parserChat('Parser: not streamed', { enableStreaming: false }, 'lastNode');
			const { chunksTo } = await publishedChat(scene, flow, 'parser-not-streamed');
			const asked = counter(scene);
			service.script(formatted(oslo));
			assert.deepEqual(await chunksTo('Where?'), [{ output: oslo }]);
			assert.equal(asked().length, 1);
		},
	);
}

/** @param {Scene} scene */
async function checkSeveralItems(scene) {
	const { service, check } = scene;
	await check(
		'several items: the third request of the second one has the calls of the first',
		async () => {
			const repeat = {
				...{ name: 'Repeat', type: `${langchain}.toolCode` },
				parameters: { name: 'Repeat', description: 'Repeats', jsCode: "return 'Heard ' + query" },
			};
			const items = codeNode("return ['first', 'second'].map((text) => ({ json: { text } }))");
			const flow = withNode(
				agentFlow('Two items', { prompt: '={{ $json.text }}', tools: [repeat] }),
				items,
				{ ...link(button, ['Items'], 'main'), ...link('Items', ['AI Agent'], 'main') },
			);
			const asked = counter(scene);
			service.script(
				...['a', 'b', 'c', 'd'].map((input) => ({
					calls: [{ name: 'Repeat', arguments: { input } }],
				})),
				...['one', 'two'].map((text) => ({ text })),
			);
			await play(scene, flow);
			const heard = asked().map((/** @type {Json} */ { body: { messages } }) => [
				messages[0].content,
				...messages
					.filter((/** @type {Json} */ { role }) => role === 'tool')
					.map((/** @type {Json} */ { content }) => JSON.parse(content)[0].response),
			]);
			assert.deepEqual(heard.slice(-2), [
				['first', 'Heard a', 'Heard c'],
				['second', 'Heard a', 'Heard d'],
			]);
		},
	);
}

/** @param {Scene} scene */
async function checkRefine(scene) {
	await scene.check('Summarization Chain: Refine works without a download', async () => {
		const summary = {
			...{ name: 'Summary', type: `${langchain}.chainSummarization`, typeVersion: 2.1 },
			parameters: {
				options: { summarizationMethodAndPrompts: { values: { summarizationMethod: 'refine' } } },
			},
		};
		const { nodes, ...flow } = agentFlow('Summary', { prompt: '', tools: [] });
		const items = codeNode("return [{ json: { text: 'One thing. '.repeat(300) } }]");
		const bare = {
			...flow,
			nodes: nodes.filter(({ name }) => name !== 'AI Agent'),
			connections: {},
		};
		const links = {
			...link(button, ['Items'], 'main'),
			...link('Items', ['Summary'], 'main'),
			...link('Inference Chat Model', ['Summary'], 'ai_languageModel'),
		};
		const asked = counter(scene);
		const execution = await play(scene, withNode(withNode(bare, items, {}), summary, links));
		assert.ok(itemsOf(execution, 'Summary')[0].json.output);
		assert.ok(asked().length > 1, 'in several parts');
	});
}
