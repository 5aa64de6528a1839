import { fromAI } from '../agentFlow.mjs';
import { byId } from '../flow.mjs';
import { packageName } from '../paths.mjs';
import { button } from './play.mjs';

const langchain = '@n8n/n8n-nodes-langchain';
const place = { memoryKey: byId('chains') };

/** @typedef {{ name: string, type: string, typeVersion: number, parameters: object, under?: string, link?: string }} Part */

/** What the models say, in the order in which n8n asks: from the top branch to the bottom one. */
export const turns = [
	{ text: 'A haiku' },
	// The parser has this put right by its own model.
	{ text: 'It is Oslo.' },
	{ text: '{"output":{"city":"Oslo"}}' },
	{ text: 'Thought through' },
	{ text: '{"city":"Oslo"}' },
	{ text: '{"Praise":true,"Complaint":false}' },
	{ text: '{"sentiment":"Positive","strength":0.9,"confidence":0.8}' },
	{ text: 'In short' },
	{ text: '{"confidenceScore":0.1,"flagged":false}' },
	{ calls: [{ name: 'Helper', arguments: { Task: 'Add two and two' } }] },
	{ text: 'four' },
	{ text: 'The helper says: four' },
	{ text: 'Two or three days' },
];

/** A prompt of its own. @param {string} text */
const define = (text) => ({ promptType: 'define', text });

/** The nodes that take a language model, from top to bottom. @type {Part[]} */
const roots = [
	{
		name: 'Basic LLM Chain',
		type: 'chainLlm',
		typeVersion: 1.9,
		parameters: define('Write a haiku'),
	},
	{
		name: 'Chain With Parser',
		type: 'chainLlm',
		typeVersion: 1.9,
		parameters: { ...define('Where is it cold?'), hasOutputParser: true },
	},
	{
		name: 'Chain With Selector',
		type: 'chainLlm',
		typeVersion: 1.9,
		parameters: define('Think hard'),
	},
	{
		name: 'Information Extractor',
		type: 'informationExtractor',
		typeVersion: 1.2,
		parameters: {
			text: 'The meeting is in Oslo.',
			attributes: {
				attributes: [{ name: 'city', description: 'Where the meeting is', required: true }],
			},
			options: {},
		},
	},
	{
		name: 'Text Classifier',
		type: 'textClassifier',
		typeVersion: 1.1,
		parameters: {
			inputText: 'What a lovely shop',
			categories: { categories: [{ category: 'Praise' }, { category: 'Complaint' }] },
			options: {},
		},
	},
	{
		name: 'Sentiment Analysis',
		type: 'sentimentAnalysis',
		typeVersion: 1.1,
		parameters: { inputText: 'What a lovely shop', options: { includeDetailedResults: true } },
	},
	{
		name: 'Summarization Chain',
		type: 'chainSummarization',
		typeVersion: 2.1,
		parameters: {
			options: {
				summarizationMethodAndPrompts: { values: { summarizationMethod: 'stuff' } },
			},
		},
	},
	{
		name: 'Guardrails',
		type: 'guardrails',
		typeVersion: 2,
		parameters: {
			operation: 'classify',
			text: 'When do you open?',
			guardrails: { jailbreak: { value: { threshold: 0.7 } } },
		},
	},
	{
		name: 'AI Agent',
		type: 'agent',
		typeVersion: 3.1,
		parameters: { ...define('What is two and two?'), options: {} },
	},
	{
		name: 'Insert',
		type: 'vectorStoreInMemory',
		typeVersion: 1.3,
		parameters: { mode: 'insert', ...place },
	},
];

/** A condition that holds. */
const always = {
	options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
	conditions: [
		{ leftValue: '={{ 2 }}', rightValue: 1, operator: { type: 'number', operation: 'gt' } },
	],
	combinator: 'and',
};

/** What is attached to them. @type {Part[]} */
const parts = [
	{
		name: 'Parser',
		type: 'outputParserStructured',
		typeVersion: 1.3,
		parameters: { jsonSchemaExample: '{"city":"Bergen"}', autoFix: true },
		under: 'Chain With Parser',
		link: 'ai_outputParser',
	},
	{
		name: 'Selector',
		type: 'modelSelector',
		typeVersion: 1,
		parameters: { numberInputs: 2, rules: { rule: [{ modelIndex: 2, conditions: always }] } },
		under: 'Chain With Selector',
		link: 'ai_languageModel',
	},
	{
		name: 'Helper',
		type: 'agentTool',
		typeVersion: 3,
		parameters: {
			toolDescription: 'Solves sums',
			promptType: 'define',
			text: fromAI('Task'),
			options: {},
		},
		under: 'AI Agent',
		link: 'ai_tool',
	},
	{
		name: 'Loader',
		type: 'documentDefaultDataLoader',
		typeVersion: 1.1,
		parameters: {
			jsonMode: 'expressionData',
			jsonData: 'The delivery of a parcel takes two or three days.',
			options: {},
		},
		under: 'Insert',
		link: 'ai_document',
	},
	{
		name: 'Store',
		type: 'vectorStoreInMemory',
		typeVersion: 1.3,
		parameters: { mode: 'retrieve', ...place },
		under: 'Retriever',
		link: 'ai_vectorStore',
	},
	{
		name: 'Retriever',
		type: 'retrieverVectorStore',
		typeVersion: 1,
		parameters: { topK: 1 },
		under: 'Question and Answer Chain',
		link: 'ai_retriever',
	},
];

const question = {
	name: 'Question and Answer Chain',
	type: 'chainRetrievalQa',
	typeVersion: 1.7,
	parameters: { ...define('How long does a parcel take?'), options: {} },
};

/** A model of its own for each of these. */
const withModel = [...roots.map(({ name }) => name), question.name, 'Parser', 'Helper'].filter(
	(name) => !['Chain With Selector', 'Insert'].includes(name),
);

/** @param {string} name @param {string} id */
const chatModel = (name, id = 'text-basic') => ({
	name,
	type: `${packageName}.lmChatInference`,
	typeVersion: 1,
	parameters: { model: byId(id), options: {} },
});

/** The workflow: a button, and one branch for each of the nodes. @returns {import('../workflows.mjs').Workflow} */
export function chainFlow() {
	const trigger = { name: button, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const own = (/** @type {Part} */ { name, type, typeVersion, parameters }) => {
		return { name, type: `${langchain}.${type}`, typeVersion, parameters };
	};
	const embeddings = {
		name: 'Embeddings',
		type: `${packageName}.embeddingsInference`,
		typeVersion: 1,
		parameters: { model: byId('embedding-basic') },
	};
	const models = withModel.map((node) => chatModel(`Model of ${node}`));
	const selected = [chatModel('Model 1'), chatModel('Model 2', 'text-reasoning')];
	const mains = [...roots, question].map(own);
	const subs = [...parts.map(own), embeddings, ...models, ...selected];
	const nodes = [{ ...trigger, parameters: {} }, ...mains, ...subs].map((node, index) => ({
		id: `node-${index}`,
		// n8n runs branches from top to bottom.
		position: [index > mains.length ? 900 : 300, 200 * index],
		...node,
	}));
	/** @param {string} node @param {string} type @param {number} [index] */
	const to = (node, type, index = 0) => ({ [type]: [[{ node, type, index }]] });
	const connections = {
		[button]: { main: [roots.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		Insert: to(question.name, 'main'),
		...Object.fromEntries(
			parts.map(({ name, under, link }) => [name, to(String(under), String(link))]),
		),
		...Object.fromEntries(
			withModel.map((node) => [`Model of ${node}`, to(node, 'ai_languageModel')]),
		),
		'Model 1': to('Selector', 'ai_languageModel', 0),
		'Model 2': to('Selector', 'ai_languageModel', 1),
		Embeddings: {
			ai_embedding: [['Insert', 'Store'].map((node) => ({ node, type: 'ai_embedding', index: 0 }))],
		},
	};
	return {
		name: 'Every node with a model',
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
	};
}
