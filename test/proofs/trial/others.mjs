import { call } from '../../host/agentFlow.mjs';
import {
	addNode,
	chat,
	choose,
	closePanel,
	executeStep,
	fillField,
	fillInput,
	toggle,
} from './editor.mjs';
import { hasFile, startWith, startWithChat } from './ours.mjs';
import { byTestId } from './user.mjs';

/** @typedef {import('./user.mjs').User} User */
/** @typedef {import('./ours.mjs').Way} Way */

/** The models that the local service has; a user looks them up in its documentation. */
const models = { text: 'text-basic', speech: 'tts-basic', image: 'image-basic' };

/** Names a model by its ID. @param {User} user @param {string} model */
async function chooseModel(user, model) {
	await user.click(byTestId('rlc-mode-selector'));
	await user.click(user.page.getByRole('option', { name: 'ID', exact: false }).last());
	await user.fill(byTestId('rlc-input'), model);
}

/** The same with n8n's nodes for OpenAI, whose credential has the base URL of the service. @type {Record<string, (user: User) => Promise<Way>>} */
export const openAi = {
	async manual(user) {
		const [word, node] = ['openai', 'OpenAI'];
		await startWith(user, { word, node, action: 'Message a model' });
		await chooseModel(user, models.text);
		await fillField(user, 'content', 'Which three cheeses go well with pears?');
		await executeStep(user);
		return { word, node, holds: ({ json }) => json !== undefined };
	},
	async image(user) {
		const [word, node] = ['openai', 'OpenAI'];
		await startWith(user, { word, node, action: 'Generate an image' });
		await chooseModel(user, models.image);
		await fillField(user, 'prompt', 'A lighthouse in the evening, watercolor');
		await executeStep(user);
		return { word, node, holds: hasFile('data', 'image/') };
	},
	async speech(user) {
		const [word, node] = ['openai', 'OpenAI'];
		await startWith(user, { word, node, action: 'Generate audio' });
		await fillField(user, 'input', 'Good morning. Here is the news of the day.');
		await executeStep(user);
		return { word, node, holds: hasFile('data', 'audio/') };
	},
	async agent(user) {
		const [word, node] = ['openai', 'OpenAI Chat Model'];
		await startWithChat(user);
		await addNode(user, { word: 'agent', node: 'AI Agent' });
		await closePanel(user);
		await fillInput(user, 'AI Agent', 'ai_languageModel');
		await addNode(user, { word, node });
		await chooseModel(user, models.text);
		// The local service has no Responses API.
		await toggle(user, 'responsesApiEnabled');
		await closePanel(user);
		await fillInput(user, 'AI Agent', 'ai_tool');
		await addNode(user, { word: 'calculator', node: 'Calculator' });
		await closePanel(user);
		await chat(user, call('Calculator', { input: '6 * 7' }), 'AI Agent');
		return { word, node, holds: ({ json }) => json.output.includes('42') };
	},
};

/**
 * A request with a bearer token, filled in after the documentation of the service.
 * @param {User} user
 * @param {string} url
 * @param {object} body
 * @param {Way['holds']} holds
 * @returns {Promise<Way>}
 */
async function request(user, url, body, holds) {
	const [word, node] = ['http', 'HTTP Request'];
	await startWith(user, { word, node });
	await choose(user, 'method', 'POST');
	await fillField(user, 'url', url);
	await choose(user, 'authentication', 'Generic Credential Type');
	await choose(user, 'genericAuthType', 'Bearer Auth');
	await toggle(user, 'sendBody');
	await choose(user, 'specifyBody', 'Using JSON');
	await fillField(user, 'jsonBody', JSON.stringify(body));
	await executeStep(user);
	return { word, node, holds };
}

/** The same with HTTP Request. @param {string} url of the service @returns {Record<string, (user: User) => Promise<Way>>} */
export const httpRequest = (url) => ({
	chat: (user) =>
		request(
			user,
			`${url}/chat/completions`,
			{
				model: models.text,
				messages: [{ role: 'user', content: 'Which three cheeses go well with pears?' }],
			},
			({ json }) => json.choices[0].message.content.length > 0,
		),
	speech: (user) =>
		request(
			user,
			`${url}/audio/speech`,
			{ model: models.speech, input: 'Good morning. Here is the news of the day.' },
			hasFile('data', 'audio/'),
		),
	image: (user) =>
		request(
			user,
			`${url}/image/generate`,
			{
				model: models.image,
				prompt: 'A lighthouse in the evening, watercolor',
				return_binary: true,
			},
			hasFile('data', 'image/'),
		),
});
