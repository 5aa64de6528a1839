import { byId } from '../flow.mjs';
import { packageName } from '../paths.mjs';
import { call } from '../agentFlow.mjs';
import { button } from './play.mjs';

const langchain = '@n8n/n8n-nodes-langchain';
const base = 'n8n-nodes-base';

/** Documents of a shop; one of them answers the question. */
export const answer = 'The delivery of a parcel takes two or three days.';
export const question = 'How long does the delivery of a parcel take?';
export const texts = [
	'You can return shoes within thirty days.',
	answer,
	...Array.from(
		{ length: 118 },
		(_, index) => `Article ${index + 1} is kept on shelf ${index % 7}.`,
	),
];
/** Of one request; n8n hands over 200 documents at once. */
export const batchSize = 50;

/** @param {string} name @param {string} type @param {object} parameters @param {number} [typeVersion] */
const node = (name, type, parameters, typeVersion = 1) => ({ name, type, typeVersion, parameters });

/** @param {string} name @param {object} [options] */
const embeddings = (name, options = {}) =>
	node(name, `${packageName}.embeddingsInference`, { model: byId('embedding-basic'), options });

/** @param {string} type @param {string} to */
const to = (type, to) => ({ [type]: [[{ node: to, type, index: 0 }]] });

/**
 * A workflow that puts the documents into a vector store, finds one by a question, and lets an agent find it with the store as a tool.
 * @param {string} name
 * @param {string} type of the vector store
 * @param {object} place which store: parameters of its nodes
 * @returns {import('../workflows.mjs').Workflow}
 */
export function vectorFlow(name, type, place) {
	/** @param {string} as @param {object} parameters */
	const store = (as, parameters) =>
		node(as, `${langchain}.${type}`, { ...parameters, ...place }, 1.3);
	const nodes = [
		node(button, `${base}.manualTrigger`, {}),
		node(
			'Texts',
			`${base}.set`,
			{ mode: 'raw', jsonOutput: JSON.stringify({ texts }), options: {} },
			3.4,
		),
		node('Split', `${base}.splitOut`, { fieldToSplitOut: 'texts', options: {} }),
		store('Insert', { mode: 'insert' }),
		{ ...store('Find', { mode: 'load', prompt: question, topK: 1 }), executeOnce: true },
		node(
			'AI Agent',
			`${langchain}.agent`,
			{ promptType: 'define', text: call('Passages', { input: question }), options: {} },
			3.1,
		),
		store('Passages', {
			mode: 'retrieve-as-tool',
			toolDescription: 'Finds the passage that answers a question',
			topK: 1,
		}),
		node(
			'Loader',
			`${langchain}.documentDefaultDataLoader`,
			{ jsonMode: 'expressionData', jsonData: '={{ $json.texts }}', options: {} },
			1.1,
		),
		node('Inference Chat Model', `${packageName}.lmChatInference`, { model: byId('default') }),
		embeddings('Embeddings', { batchSize }),
		embeddings('Embeddings of the Question', { encodingFormat: 'base64' }),
		embeddings('Embeddings of the Tool'),
	].map((one, index) => ({ id: `node-${index + 1}`, position: [200 * index, 0], ...one }));
	const connections = {
		[button]: to('main', 'Texts'),
		Texts: to('main', 'Split'),
		Split: to('main', 'Insert'),
		Insert: to('main', 'Find'),
		Find: to('main', 'AI Agent'),
		Loader: to('ai_document', 'Insert'),
		'Inference Chat Model': to('ai_languageModel', 'AI Agent'),
		Passages: to('ai_tool', 'AI Agent'),
		Embeddings: to('ai_embedding', 'Insert'),
		'Embeddings of the Question': to('ai_embedding', 'Find'),
		'Embeddings of the Tool': to('ai_embedding', 'Passages'),
	};
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
