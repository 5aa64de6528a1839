import { packageName } from './paths.mjs';

/** @typedef {{ name: string, type: string, parameters: object, typeVersion?: number }} Tool */

const langchain = '@n8n/n8n-nodes-langchain';
const agent = 'AI Agent';
const trigger = 'When Clicking Execute';

/** What an agent fills in. @param {string} key @param {string} [description] */
export const fromAI = (key, description = '') =>
	`={{ $fromAI('${key}', \`${description}\`, 'string') }}`;

/** A link from a sub-node to the agent, as n8n keeps it. @param {string} type @param {string} [to] */
const link = (type, to = agent) => ({ [type]: [[{ node: to, type, index: 0 }]] });

/**
 * A workflow in which an AI Agent with Inference Chat Model has these tools; types without a dot are of this package.
 * @param {string} name
 * @param {{ prompt: string, tools: Tool[], model?: object }} options model: parameters of the chat model
 * @returns {import('./workflows.mjs').Workflow}
 */
export function agentFlow(name, { prompt, tools, model = {} }) {
	const nodes = [
		{ name: trigger, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: agent,
			type: `${langchain}.agent`,
			typeVersion: 3.1,
			parameters: { promptType: 'define', text: prompt, options: {} },
		},
		{
			name: 'Inference Chat Model',
			type: `${packageName}.lmChatInference`,
			typeVersion: 1,
			parameters: { model: { __rl: true, mode: 'id', value: 'default' }, ...model },
		},
		...tools.map(({ name: tool, type, parameters, typeVersion = 1 }) => ({
			name: tool,
			type: type.includes('.') ? type : `${packageName}.${type}`,
			typeVersion,
			parameters,
		})),
	].map((node, index) => ({
		id: `node-${index + 1}`,
		position: [220 * (index % 6), 220 * Math.floor(index / 6)],
		...node,
	}));
	const connections = {
		[trigger]: link('main'),
		'Inference Chat Model': link('ai_languageModel'),
		...Object.fromEntries(tools.map((tool) => [tool.name, link('ai_tool')])),
	};
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** How n8n calls a tool, which a model names: after the node. @param {string} node */
export const toolName = (node) => node.replace(/[^\w-]/g, '_');

/** The mark by which the local service plays a model that calls this tool. @param {string} node @param {object} [args] */
export const call = (node, args = {}) => `[call ${toolName(node)} ${JSON.stringify(args)}]`;
