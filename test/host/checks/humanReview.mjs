import assert from 'node:assert/strict';
import { agentFlow, call } from '../agentFlow.mjs';
import { finished, itemsOf, putCredential, putWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';
import { everyTool } from './agentTools.mjs';
import { button } from './play.mjs';

/** n8n's human review between an agent and a paid tool. @param {import('./checklist.mjs').Scene} scene */
export async function checkHumanReview({ rest, service, slack, credential, check }) {
	const slackApi = await putCredential(rest, slack.credential);
	const tool = everyTool.find(({ name }) => name === 'Draw') ?? assert.fail('Draw');
	const args = { toolParameters: tool.args, hitlParameters: {} };
	const free = {
		...{ name: 'Repeat', type: '@n8n/n8n-nodes-langchain.toolCode' },
		parameters: { name: 'Repeat', description: 'Repeats', jsCode: "return 'Heard ' + query" },
	};
	const { nodes, connections, ...flow } = agentFlow('Human review of a paid tool', {
		...{ prompt: '', tools: [tool, free] },
	});
	const review = {
		...{ id: 'review', name: 'Ask', type: 'n8n-nodes-base.slackHitlTool', typeVersion: 2.3 },
		...{ position: [0, 900], webhookId: 'b0c6a9b0-3c0d-4a5e-8f55-54f0c1f5d299' },
		credentials: { slackApi },
		parameters: {
			...{ authentication: 'accessToken', select: 'channel', options: {} },
			channelId: { __rl: true, mode: 'name', value: '#inference-spend' },
			message: '={{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
			approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Decline' } },
		},
	};
	/** @param {string} node */
	const toolOf = (node) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });
	const reviewed = {
		...{ ...flow, nodes: [...nodes, review] },
		connections: { ...connections, Draw: toolOf('Ask'), Ask: toolOf('AI Agent') },
	};

	/** Answers the question of a run; what was charged, and what the agent said. @param {string} label @param {string} text */
	const run = async (label, text = call('Draw', args)) => {
		for (const { name, parameters } of reviewed.nodes)
			if (name === 'AI Agent') Object.assign(parameters, { text });
		const saved = await putWorkflow(rest, withCredential(reviewed, credential));
		const [asked, paid] = [slack.messages.length, service.ledger.length];
		const { executionId } = await rest.post(`/workflows/${saved.id}/run`, {
			...{ workflowData: saved, triggerToStartFrom: { name: button } },
		});
		await until('a question in Slack and an execution that waits', async () => {
			const { status } = await rest.execution(executionId);
			return slack.messages.length > asked && status === 'waiting';
		});
		const blocks = /** @type {any[]} */ (slack.messages.at(-1)?.blocks ?? []);
		const buttons = blocks.flatMap(({ type, elements }) => (type === 'actions' ? elements : []));
		const { url } = buttons.find(({ text }) => text.text.includes(label)) ?? assert.fail(label);
		const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
		assert.equal((await fetch(url, { headers: { 'user-agent': agent } })).status, 200);
		const execution = await finished(rest, executionId);
		const paths = service.ledger.slice(paid).map(({ path }) => path);
		return { paths, output: String(itemsOf(execution, 'AI Agent')[0].json.output) };
	};

	await check(
		'human review: a declined tool call costs nothing, and the model hears why',
		async () => {
			const { paths, output } = await run('Decline');
			assert.deepEqual(paths, ['/chat/completions', '/chat/completions']);
			assert.match(output, /User rejected the tool call to Draw/);
		},
	);
	await check('human review: an approved tool call is paid once', async () => {
		const { paths } = await run('Approve');
		assert.deepEqual(paths, ['/chat/completions', '/image/generate', '/chat/completions']);
	});
	await check('human review: the model hears that a tool beside it may have run', async () => {
		const both = `${call('Draw', args)} ${call('Repeat', { input: 'pear' })}`;
		const { paths } = await run('Approve', both);
		assert.deepEqual(paths, ['/chat/completions', '/image/generate', '/chat/completions']);
		/** @type {Record<string, any>[]} */
		const messages = service.requests('/chat/completions').at(-1).body.messages;
		const [drawn, repeated] = messages.slice(-2);
		assert.match(drawn?.content, /requestId/);
		assert.match(repeated?.content, /Heard pear|not known.*may have run/);
	});
}
