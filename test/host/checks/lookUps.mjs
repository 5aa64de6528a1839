import assert from 'node:assert/strict';
import { byId } from '../flow.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf } from '../workflows.mjs';
import { button, play } from './play.mjs';

const langchain = '@n8n/n8n-nodes-langchain';
const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
const asked = { promptType: 'define', text: '={{ $json.texts }}' };
const place = { memoryKey: byId('look-ups') };

/** The nodes of n8n that hand each item to a sub-node of this package. @type {Record<string, object>} */
const roots = {
	Chain: { type: `${langchain}.chainLlm`, typeVersion: 1.9, parameters: asked },
	Agent: { type: `${langchain}.agent`, typeVersion: 3.1, parameters: { ...asked, options: {} } },
	Insert: {
		type: `${langchain}.vectorStoreInMemory`,
		typeVersion: 1.3,
		parameters: { mode: 'insert', ...place },
	},
	Find: {
		type: `${langchain}.vectorStoreInMemory`,
		typeVersion: 1.3,
		parameters: { mode: 'load', prompt: '={{ $json.texts }}', topK: 1, ...place },
	},
};
const chatModel = {
	type: `${packageName}.lmChatInference`,
	typeVersion: 1,
	parameters: { model: byId('text-basic'), options: {} },
};
const embeddings = {
	type: `${packageName}.embeddingsInference`,
	typeVersion: 1,
	parameters: { model: byId('embedding-basic') },
};
const loader = {
	type: `${langchain}.documentDefaultDataLoader`,
	typeVersion: 1.1,
	parameters: { jsonMode: 'expressionData', jsonData: '={{ $json.texts }}', options: {} },
};
const memory = {
	type: `${langchain}.memoryBufferWindow`,
	typeVersion: 1.3,
	parameters: { sessionIdType: 'customKey', sessionKey: 'look-ups', contextWindowLength: 10 },
};

/** Five items into one of the roots. @param {string} root @returns {import('../workflows.mjs').Workflow} */
function flowOf(root) {
	const isStore = root === 'Insert' || root === 'Find';
	/** @type {Record<string, object>} */
	const subs = isStore
		? { Embeddings: embeddings, ...(root === 'Insert' && { Loader: loader }) }
		: { Model: chatModel, ...(root === 'Agent' && { Memory: memory }) };
	const links = {
		...{ Embeddings: 'ai_embedding', Loader: 'ai_document' },
		...{ Model: 'ai_languageModel', Memory: 'ai_memory' },
	};
	const json = JSON.stringify({ texts });
	const nodes = {
		[button]: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		Texts: {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: json, options: {} },
		},
		Split: {
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'texts', options: {} },
		},
		...{ [root]: roots[root], ...subs },
	};
	/** @param {string} node @param {string} [type] */
	const to = (node, type = 'main') => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		name: `Look-ups of ${root}`,
		nodes: Object.entries(nodes).map(([name, node], index) => {
			return { id: `node-${index}`, name, position: [200 * index, 0], ...node };
		}),
		connections: {
			...{ [button]: to('Texts'), Texts: to('Split'), Split: to(root) },
			...Object.fromEntries(
				Object.keys(subs).map((name) => [
					name,
					to(root, links[/** @type {keyof typeof links} */ (name)]),
				]),
			),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** A chat that names no cost, as that of a deployment that does not bill. @param {any} answer */
async function withoutCost(answer) {
	const { payload } = answer;
	if ('json' in payload)
		return { ...answer, payload: { json: { ...payload.json, cost: undefined } } };
	/** @param {AsyncIterable<Buffer>} stream */
	async function* events(stream) {
		for await (const bytes of stream) {
			// A character may go on in the next bytes.
			const text = bytes.toString('latin1').replace(/"cost":\{[^}]*\}/, '"cost":null');
			yield Buffer.from(text, 'latin1');
		}
	}
	return 'stream' in payload
		? { ...answer, payload: { ...payload, stream: events(payload.stream) } }
		: answer;
}

/**
 * How often the price list is asked for, where the root nodes of n8n hand on five items each.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkLookUps(scene) {
	const { check, service } = scene;
	const path = '/chat/completions';
	const lists = () => service.requests('/models').length;
	for (const root of Object.keys(roots)) {
		for (const namesCost of [true, false]) {
			const how = namesCost ? 'with a cost' : 'without a cost';
			await check(`look-ups: ${root} asks once for five answers ${how}`, async () => {
				const paths = ['/embeddings', path];
				for (const one of namesCost ? [] : paths)
					service.fault({ path: one, times: texts.length, rewriteAnswer: withoutCost });
				const before = lists();
				const execution = await play(scene, flowOf(root)).finally(() => service.clearFaults());
				assert.equal(itemsOf(execution, root).length, texts.length);
				assert.ok(lists() - before <= 1, `${lists() - before} lists`);
			});
		}
	}
	await check(
		'look-ups: a silent list holds no paid answer back for longer than a second',
		async () => {
			service.fault({ path, times: texts.length, rewriteAnswer: withoutCost });
			/** @type {() => void} */
			let letGo = () => undefined;
			const isLetGo = new Promise((resolve) => (letGo = () => resolve(undefined)));
			service.fault({
				path: '/models',
				times: 9,
				rewriteAnswer: async (/** @type {any} */ answer) => {
					await isLetGo;
					return answer;
				},
			});
			try {
				const execution = await play(scene, flowOf('Chain'));
				const [{ executionTime }] = execution.data.resultData.runData.Chain;
				assert.equal(itemsOf(execution, 'Chain').length, texts.length);
				assert.ok(executionTime < texts.length * 1_500, `${executionTime} ms`);
			} finally {
				letGo();
				service.clearFaults();
			}
		},
	);
}
