import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { startTelegram } from '../telegram.mjs';
import { putCredential, withOutside } from '../workflows.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

const chat = {
	name: 'Chat',
	type: 'inferenceChat',
	parameters: { operation: 'complete', model: byId('default'), prompt: 'Which tea is best?' },
};
const answer = /^You said “Which tea is best\?”/;
/** The obvious field, as a user drags it from the panel of the input. */
const text = '={{ $json.text }}';

/** Inference Chat and the message nodes of Slack and Telegram, with nothing between. @param {Scene} scene */
export async function checkMessengers(scene) {
	const { rest, check, slack } = scene;

	await check("Slack's message node posts the text of Inference Chat", async () => {
		const before = slack.messages.length;
		const channelId = { __rl: true, mode: 'name', value: '#inference-spend' };
		const message = {
			name: 'Slack',
			type: 'n8n-nodes-base.slack',
			after: chat.name,
			settings: { typeVersion: 2.3 },
			parameters: { authentication: 'accessToken', select: 'channel', channelId, text },
		};
		const workflow = flow('Chat to Slack', [chat, message]);
		const slackApi = await putCredential(rest, slack.credential);
		await play(scene, withOutside(workflow, { slackApi }));
		const [posted, ...more] = slack.messages.slice(before);
		assert.match(String(posted.text), answer);
		assert.deepEqual(more, []);
	});

	await check("Telegram's message node sends the text of Inference Chat", async () => {
		const telegram = await startTelegram();
		try {
			const telegramApi = await putCredential(rest, telegram.credential);
			const message = {
				name: 'Telegram',
				type: 'n8n-nodes-base.telegram',
				after: chat.name,
				settings: { typeVersion: 1.2 },
				parameters: { chatId: '42', text, additionalFields: {} },
			};
			const workflow = flow('Chat to Telegram', [chat, message]);
			await play(scene, withOutside(workflow, { telegramApi }));
			const [sent, ...more] = telegram.messages;
			assert.equal(sent.chat_id, '42');
			assert.match(String(sent.text), answer);
			assert.deepEqual(more, []);
		} finally {
			telegram.close();
		}
	});
}
