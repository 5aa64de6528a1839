import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { call } from '../agentFlow.mjs';
import { startTelegram } from '../telegram.mjs';
import {
	activate,
	executionsOf,
	finished,
	itemsOf,
	putCredential,
	putWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { until } from '../until.mjs';
import { charge } from './charge.mjs';
import { changed } from './play.mjs';
import { publishedChat } from './publishedChat.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */

/** The texts of what the model was asked since `before`. @param {any} service @param {number} before @returns {string[][]} */
const askedSince = (service, before) =>
	service
		.requests('/chat/completions')
		.slice(before)
		.map((/** @type {any} */ { body }) =>
			body.messages.map((/** @type {any} */ { content }) => String(content)),
		);

/**
 * The chat with memory and budget: it knows what was said before, warns, and declines.
 * @param {Scene} scene
 * @param {Workflow} template
 */
export async function checkChatMemory(scene, template) {
	const { service, check } = scene;
	/** @param {string} path @param {number} budget */
	const chatWith = (path, budget) =>
		publishedChat(
			scene,
			changed(template, template.name, 'Check Budget', (parameters) => {
				parameters.budget = budget;
			}),
			path,
		);
	const count = () => service.requests('/chat/completions').length;

	await check('template chat-memory-budget: remembers each conversation on its own', async () => {
		const { answerTo } = await chatWith('memory-left', 1_000_000);
		const [ada, bob] = [randomUUID(), randomUUID()];
		const before = count();
		assert.equal(await answerTo('My name is Ada', ada), 'You said “My name is Ada”');
		await answerTo('What is my name?', ada);
		await answerTo('And mine?', bob);
		const [, second, third] = askedSince(service, before);
		assert.deepEqual(second.slice(1), [
			'My name is Ada',
			'You said “My name is Ada”',
			'What is my name?',
		]);
		assert.deepEqual(third.slice(1), ['And mine?']);
	});

	await check('template chat-memory-budget: warns when the budget is nearly used', async () => {
		charge(service, 0.5);
		const { saved, answerTo } = await chatWith('memory-warning', 1_000_000);
		await answerTo('How much is left?');
		const [{ id }] = await executionsOf(scene.rest, saved);
		const [{ json }] = itemsOf(await finished(scene.rest, id), 'Check Budget');
		const near = await chatWith('memory-near', json.used / 0.9);
		const answer = await near.answerTo('And now?');
		assert.match(answer, /^You said “And now\?”\n\nNote: 9\d % of this month’s budget is used\.$/);
	});

	await check('template chat-memory-budget: declines and asks no model', async () => {
		const { answerTo } = await chatWith('memory-used', 0.0001);
		const before = count();
		assert.match(
			await answerTo('May I ask?'),
			/^Sorry, .* budget of 0\.0001 USD is used up\. I can answer again on 1 [A-Z][a-z]+\.$/,
		);
		assert.equal(count(), before);
	});
}

/** Sends a file through the form of a workflow. @param {Scene} scene @param {Workflow} workflow @param {string} name @param {string} text @param {string} [login] */
async function upload({ rest }, { nodes }, name, text, login = 'reader:a-password') {
	const path = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')?.webhookId;
	const form = new globalThis.FormData();
	form.set('field-0', new globalThis.File([text], name, { type: 'text/markdown' }));
	const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
	// n8n registers the address a moment after the workflow is published.
	return await until('the form', async () => {
		const response = await fetch(`${rest.url}/form/${path}`, {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		const text = await response.text();
		return response.status !== 404 && { status: response.status, text };
	});
}

/** @param {Scene} scene @param {Workflow} template */
export async function checkDocuments(scene, template) {
	const { rest, check, service } = scene;
	await check('template agent-retrieval: answers from a document that was uploaded', async () => {
		const httpBasicAuth = await putCredential(rest, {
			name: 'Log-in of the form',
			type: 'httpBasicAuth',
			data: { user: 'reader', password: 'a-password' },
		});
		const { saved, answerTo } = await publishedChat(scene, template, 'documents', {
			httpBasicAuth,
		});
		const before = service.ledger.length;
		const refused = await upload(scene, saved, 'none.md', 'Nothing', 'reader:wrong');
		assert.equal(refused.status, 401, refused.text);
		assert.equal(service.ledger.length, before, 'nothing is paid for without the log-in');

		const rules =
			'# Workshop\n\nThe kiln is fired on Tuesdays at noon.\n\nClay is kept in the cellar.';
		const taken = await upload(scene, saved, 'workshop.md', rules);
		assert.equal(taken.status, 200, taken.text);
		for (const { id } of await executionsOf(rest, saved)) await finished(rest, id);
		const answer = await answerTo(call('Documents', { input: 'When is the kiln fired?' }));
		assert.match(answer, /The kiln is fired on Tuesdays at noon/);
		assert.match(answer, /workshop\.md/);
	});
}

/** @param {Scene} scene @param {Workflow} template */
export async function checkMcpAgent(scene, template) {
	const { rest, check, service } = scene;
	await check(
		'template mcp-image-speech: an agent in the chat uses the tools over MCP',
		async () => {
			const httpBearerAuth = await putCredential(rest, {
				name: 'Token of the media tools',
				type: 'httpBearerAuth',
				data: { token: 'a-token-for-the-agent' },
			});
			const path = 'media-for-the-agent';
			const client = changed(template, template.name, 'Tools over MCP', (parameters) => {
				parameters.endpointUrl = `${rest.url}/mcp/${path}`;
			});
			const both = changed(client, client.name, 'MCP Server Trigger', (parameters) => {
				parameters.path = path;
			});
			const { answerTo } = await publishedChat(scene, both, path, { httpBearerAuth });
			const before = service.ledger.length;
			const answer = await answerTo(
				call('Tools over MCP Draw Image', { Prompt: 'A lighthouse in the fog' }),
			);
			const [, link] =
				/(http[^"\\]+binary-data\/signed[^"\\]+)/.exec(answer) ?? assert.fail(answer);
			const response = await fetch(link);
			assert.equal(response.status, 200);
			assert.match(`${response.headers.get('content-type')}`, /^image\//);
			assert.equal(service.ledger.length - before, 3, 'two rounds of the model and one image');
		},
	);
}

/** Waits for the next messages of the bot. @param {Awaited<ReturnType<typeof startTelegram>>} telegram @param {number} count */
async function heard({ messages }, count) {
	return await until(`message ${count} of the bot`, () => messages[count - 1]);
}

/** @param {Scene} scene @param {Workflow} template */
export async function checkVoiceBot(scene, template) {
	const { rest, service, credential, check } = scene;
	const telegram = await startTelegram();
	try {
		const telegramApi = await putCredential(rest, telegram.credential);
		const own = changed(
			template,
			`${template.name}, published`,
			'Message Arrives',
			(parameters) => {
				parameters.additionalFields.chatIds = '42, 43';
			},
		);
		const ready = withOutside(withCredential(own, credential), { telegramApi });
		const saved = await putWorkflow(rest, ready);
		await activate(rest, saved);
		const chat = { chat: { id: 42, type: 'private' }, from: { id: 42 } };

		await check('template voice-message-bot: a text is answered with a text', async () => {
			assert.equal(await telegram.write({ ...chat, text: 'Is 1 < 2?' }), 200);
			const sent = await heard(telegram, 1);
			assert.deepEqual(
				{ ...sent },
				{
					...{ chat_id: 42, text: 'You said “Is 1 &lt; 2?”', parse_mode: 'HTML' },
					disable_web_page_preview: true,
				},
			);
		});

		await check('template voice-message-bot: a voice message is answered by voice', async () => {
			const voice = await fetch(`${service.url}/audio/speech`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${service.keys.user}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify({ input: 'Where is the harbor?', response_format: 'opus' }),
			});
			assert.equal(voice.status, 200);
			telegram.voices.set('voice-1', Buffer.from(await voice.arrayBuffer()));
			const before = service.requests('/audio/speech').length;
			await telegram.write({ ...chat, voice: { file_id: 'voice-1', duration: 2 } });
			const { audio, caption } = await heard(telegram, 2);
			assert.match(String(caption), /^You said “.+”$/);
			assert.match(`${audio?.type}`, /^audio\//);
			assert.ok((audio?.bytes.length ?? 0) > 500);
			const [recording] = service.requests('/audio/transcriptions').slice(-1);
			assert.match(recording.files[0].fileName, /\.(oga|ogg)$/);
			const [asked] = askedSince(service, service.requests('/chat/completions').length - 1);
			assert.ok(asked.includes('Is 1 < 2?'), 'the text before is remembered');
			assert.equal(service.requests('/audio/speech').length, before + 1);
		});

		await check('template voice-message-bot: no one else spends the balance', async () => {
			const before = service.ledger.length;
			await telegram.write({ ...chat, chat: { id: 666 }, text: 'Let me in' });
			assert.equal(await telegram.write({ ...chat, text: 'Let me in' }, 'forged'), 403);
			await telegram.write({ ...chat, photo: [] });
			await telegram.write({ ...chat, text: 'Still there?' });
			await heard(telegram, 3);
			assert.equal(telegram.messages[2]?.text, 'You said “Still there?”');
			assert.equal(service.ledger.length, before + 1);
		});
		await rest.post(`/workflows/${saved.id}/deactivate`, {});
	} finally {
		telegram.close();
	}
}
