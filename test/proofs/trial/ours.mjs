import { join } from 'node:path';
import { call } from '../../host/agentFlow.mjs';
import { repository } from '../../host/paths.mjs';
import {
	addFormFile,
	addNode,
	addOption,
	chat,
	chatAndPress,
	choose,
	chooseFromList,
	closePanel,
	executeStep,
	fillField,
	fillInput,
	firstStep,
	letModelFill,
	nextStep,
	submitForm,
	toggle,
} from './editor.mjs';

/** @typedef {import('./user.mjs').User} User */

/** Adds n8n's chat as the first step, and opens the node creator for the next. @param {User} user */
export async function startWithChat(user) {
	await firstStep(user);
	await addNode(user, { node: 'On chat message' });
	await closePanel(user);
	await nextStep(user);
}

/** Adds a node as the first step; n8n adds a trigger with a button before it. @param {User} user @param {Parameters<typeof addNode>[1]} wanted */
export async function startWith(user, wanted) {
	await firstStep(user);
	return await addNode(user, wanted);
}

/** @param {string} field @param {string} type @returns {(item: Item) => boolean} */
export const hasFile =
	(field, type) =>
	({ binary }) =>
		binary?.[field]?.mimeType.startsWith(type) ?? false;

const recording = join(repository, 'test', 'service', 'hearing', 'coded', 'words.aac');

const searchTool = 'Search the web in Inference Web';

/**
 * @typedef {import('../../host/rest.mjs').Item} Item
 * @typedef {{ word: string, node: string, place?: number, holds: (item: Item) => boolean }} Way word: what was typed; place: of the node in what was found, from 1; holds: whether the last node has what was wanted
 */

/**
 * What a new user wants, and the way to it with the nodes of this package.
 * @type {Record<string, (user: User) => Promise<Way>>}
 */
export const ours = {
	async chat(user) {
		const [word, node] = ['chat', 'Inference Chat'];
		await startWithChat(user);
		const place = await addNode(user, { word, node, action: 'Answer a prompt' });
		await closePanel(user);
		await chat(user, 'Which three cheeses go well with pears?', node);
		return { word, node, place, holds: ({ json }) => json.text.length > 0 };
	},
	async manual(user) {
		const [word, node] = ['ask ai', 'Inference Chat'];
		const place = await startWith(user, { word, node, action: 'Answer a prompt' });
		await fillField(user, 'prompt', 'Which three cheeses go well with pears?');
		await executeStep(user);
		return { word, node, place, holds: ({ json }) => json.text.length > 0 };
	},
	async fallback(user) {
		const [word, node] = ['chat', 'Inference Chat'];
		const place = await startWith(user, { word, node, action: 'Answer a prompt' });
		await fillField(user, 'prompt', 'Which three cheeses go well with pears?');
		await addOption(user, 'Fallback Models');
		await chooseFromList(user, 1, 'Text Mini');
		await executeStep(user);
		return { word, node, place, holds: ({ json }) => json.text.length > 0 };
	},
	async form(user) {
		const [word, node] = ['transcribe', 'Inference Audio'];
		await firstStep(user);
		await addNode(user, { node: 'On form submission' });
		await fillField(user, 'formTitle', 'Your recording');
		await addFormFile(user, 'Recording');
		await closePanel(user);
		await nextStep(user);
		const place = await addNode(user, { word, node, action: 'Transcribe a recording' });
		await closePanel(user);
		await submitForm(user, recording, 'Transcribe a recording');
		return { word, node, place, holds: ({ json }) => json.text.length > 0 };
	},
	async budget(user) {
		const [word, node] = ['check budget', 'Inference Billing'];
		await startWithChat(user);
		const place = await addNode(user, { word, node, action: 'Check a budget' });
		await fillField(user, 'budget', '1000000');
		await toggle(user, 'stopWhenExceeded');
		await closePanel(user);
		await nextStep(user);
		await addNode(user, { word: 'chat', node: 'Inference Chat', action: 'Answer a prompt' });
		await closePanel(user);
		await chat(user, 'Which three cheeses go well with pears?', 'Inference Chat');
		return { word, node, place, holds: ({ json }) => json.text.includes('cheeses') };
	},
	async ask(user) {
		const [word, node] = ['draw', 'Inference Image'];
		const image = { word, node, action: 'Generate an image' };
		await firstStep(user);
		await addNode(user, { node: 'On chat message' });
		await addOption(user, 'Response Mode');
		await choose(user, 'responseMode', 'Using Response Nodes');
		await closePanel(user);
		await nextStep(user);
		const place = await addNode(user, image);
		await fillField(user, 'prompt', 'A lighthouse in the evening, watercolor');
		await addOption(user, 'Cost');
		await addOption(user, 'Dry Run', true);
		await toggle(user, 'dryRun');
		await closePanel(user);
		await nextStep(user);
		const action = 'Send message and wait for response';
		await addNode(user, { word: 'chat', node: 'Chat', action });
		await choose(user, 'responseType', 'Approval');
		await fillField(user, 'message', 'Draw it for {{ $json.estimate.amount }} USD?');
		await closePanel(user);
		await nextStep(user);
		await addNode(user, image);
		await fillField(user, 'prompt', 'A lighthouse in the evening, watercolor');
		await closePanel(user);
		await chatAndPress(user, 'Draw a lighthouse', 'Approve', 'Generate an image1');
		return { word, node, place, holds: hasFile('data', 'image/') };
	},
	async video(user) {
		const [word, node] = ['video', 'Inference Video'];
		const place = await startWith(user, { word, node, action: 'Generate a video' });
		await fillField(user, 'prompt', 'A river at dawn');
		await executeStep(user);
		return { word, node, place, holds: hasFile('data', 'video/') };
	},
	async speech(user) {
		const [word, node] = ['speech', 'Inference Audio'];
		const place = await startWith(user, { word, node, action: 'Generate speech from text' });
		await fillField(user, 'text', 'Good morning. Here is the news of the day.');
		await executeStep(user);
		return { word, node, place, holds: hasFile('data', 'audio/') };
	},
	async image(user) {
		const [word, node] = ['picture', 'Inference Image'];
		const place = await startWith(user, { word, node, action: 'Generate an image' });
		await fillField(user, 'prompt', 'A lighthouse in the evening, watercolor');
		await executeStep(user);
		return { word, node, place, holds: hasFile('data', 'image/') };
	},
	async report(user) {
		const [word, node] = ['spend report', 'Inference Billing'];
		const place = await startWith(user, { word, node, action: 'Get a spend report' });
		await executeStep(user);
		return { word, node, place, holds: hasFile('chart', 'image/png') };
	},
	async agent(user) {
		const [word, node] = ['inference', 'Inference Chat Model'];
		await startWithChat(user);
		await addNode(user, { word: 'agent', node: 'AI Agent' });
		await closePanel(user);
		await fillInput(user, 'AI Agent', 'ai_languageModel');
		const place = await addNode(user, { word, node });
		await closePanel(user);
		await fillInput(user, 'AI Agent', 'ai_tool');
		await addNode(user, {
			word: 'web search',
			node: 'Inference Web Tool',
			action: 'Search the web',
		});
		await letModelFill(user, 'query');
		await closePanel(user);
		await chat(user, call(searchTool, { Query: 'cheese and pears' }), 'AI Agent');
		return { word, node, place, holds: ({ json }) => json.output.includes('cheese and pears') };
	},
	async trigger(user) {
		const [word, node] = ['budget alert', 'Inference Usage Trigger'];
		const place = await startWith(user, { word, node });
		await choose(user, 'emit', 'Spend Threshold');
		await executeStep(user);
		return { word, node, place, holds: ({ json }) => json.example && json.passedAt === null };
	},
};
