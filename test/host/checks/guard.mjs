import assert from 'node:assert/strict';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';
import { charge } from './charge.mjs';
import { ask } from './chat.mjs';
import { changed } from './play.mjs';

/**
 * The chat that looks at its budget first, published with a budget that is left, and with one that is used up.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkGuard({ rest, service, credential, check }, example) {
	/** @param {string} name @param {number} budget @param {string} path @param {(workflow: import('../workflows.mjs').Workflow) => void} [change] */
	const chatWith = async (name, budget, path, change) => {
		const workflow = changed(example, name, 'Check Budget', (parameters) => {
			parameters.budget = budget;
		});
		change?.(workflow);
		for (const node of workflow.nodes) {
			if (!node.webhookId) continue;
			node.webhookId = path;
			node.parameters.public = true;
		}
		await activate(rest, await putWorkflow(rest, withCredential(workflow, credential)));
		const before = service.requests('/chat/completions').length;
		const response = await ask(`${rest.url}/webhook/${path}/chat`, 'May I ask?');
		const text = await response.text();
		assert.equal(response.status, 200, text);
		const asked = service.requests('/chat/completions').slice(before);
		return { shown: JSON.parse(text).text, asked };
	};

	await check('example chat-within-budget: answers while there is budget left', async () => {
		const { shown, asked } = await chatWith('Chat with budget left', 1_000_000, 'budget-left');
		assert.equal(shown, 'You said “May I ask?”');
		assert.equal(asked.length, 1);
	});

	await check(
		'a chat behind other nodes finds the message of the chat trigger on its own',
		async () => {
			const { shown } = await chatWith(
				'Chat by default',
				1_000_000,
				'budget-default',
				({ nodes }) => {
					const chat = nodes.find(({ type }) => type.endsWith('.inferenceChat'));
					delete chat?.parameters.prompt;
				},
			);
			assert.equal(shown, 'You said “May I ask?”');
		},
	);

	await check('example chat-within-budget: declines politely and asks no model', async () => {
		charge(service, 0.01);
		const { shown, asked } = await chatWith('Chat without budget', 0.0001, 'budget-used');
		assert.match(shown, /^Sorry, .* budget of 0\.0001 USD is used up, .* until 1 [A-Z][a-z]+\.$/);
		assert.equal(asked.length, 0);
	});
}
