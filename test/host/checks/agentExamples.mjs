import assert from 'node:assert/strict';
import { call } from '../agentFlow.mjs';
import { byId } from '../flow.mjs';
import { runWorkflow } from '../workflows.mjs';
import { changed } from './play.mjs';
import { publishedChat } from './publishedChat.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */

/** The items that tools gave, from an answer that repeats what they said. @param {string} answer */
export const said = (answer) =>
	[...answer.matchAll(/“(\[.*?\])”/gs)].flatMap(([, json]) => JSON.parse(json ?? '[]'));

/** @param {Scene} scene @param {Workflow} example */
export async function checkMediaAgent(scene, example) {
	await scene.check('example agent-image-speech: draws, changes by link, and speaks', async () => {
		const { answerTo } = await publishedChat(scene, example, 'agent-media');
		const answer = await answerTo(
			[
				call('Draw Image', { Prompt: 'A lighthouse in the fog' }),
				call('Speak', { Text: 'Here is a lighthouse' }),
			].join(' '),
		);
		const [image, speech] = said(answer);
		assert.match(image.mimeType, /^image\//);
		assert.match(speech.mimeType, /^audio\//);
		assert.equal((await fetch(speech.link)).status, 200);
		const [changedImage] = said(
			await answerTo(call('Change Image', { Image: image.link, Change: 'Make it night' })),
		);
		const response = await fetch(changedImage.link);
		assert.equal(response.status, 200);
		assert.equal((await response.arrayBuffer()).byteLength, changedImage.bytes);
	});

	await scene.check(
		'agent-image-speech: the model sees the picture that its tool made',
		async () => {
			const shown = changed(example, 'Agent with eyes', 'Inference Chat Model', (parameters) => {
				parameters.model = byId('text-vision');
				parameters.options = { ...parameters.options, showToolPictures: true };
			});
			const { answerTo } = await publishedChat(scene, shown, 'agent-eyes');
			await answerTo(call('Draw Image', { Prompt: 'A red square' }));
			const { body } = scene.service.requests('/chat/completions').at(-1);
			const [result, { role, content }] = body.messages.slice(-2);
			assert.deepEqual([result.role, role], ['tool', 'user']);
			const [link = ''] = /http[^"\\]+/.exec(result.content) ?? [];
			const [, data = ''] = content
				.find(({ type }) => type === 'image_url')
				.image_url.url.split(',');
			const file = Buffer.from(await (await fetch(link)).arrayBuffer());
			assert.ok(file.equals(Buffer.from(data, 'base64')), 'the picture is another');
		},
	);
}

/** @param {Scene} scene @param {Workflow} example */
export async function checkRetrieval(scene, example) {
	await scene.check('example agent-retrieval: finds the passage that answers', async () => {
		const { saved, answerTo } = await publishedChat(scene, example, 'agent-retrieval');
		await runWorkflow(scene.rest, saved, 'When Clicking Execute');
		const answer = await answerTo(
			call('Documents', { input: 'How many books may a reader borrow, and for how many weeks?' }),
		);
		assert.match(answer, /A reader may borrow ten books at a time, for four weeks/);
		assert.doesNotMatch(answer, /closed on Sundays/);
	});
}

/** @param {Scene} scene @param {Workflow} example */
export async function checkWalletAgent(scene, example) {
	const { check, service } = scene;
	await check('example agent-wallet-budget: answers while there is credit', async () => {
		const { answerTo } = await publishedChat(scene, example, 'agent-wallet');
		const [first] = /0x\w{40}/.exec(await answerTo('Is there anything left?')) ?? [];
		if (first) service.credit(first, 5);
		const before = service.requests('/chat/completions').length;
		const answer = await answerTo(call('Search the Web', { Query: 'pears' }));
		assert.match(answer, /Result 1 for pears/);
		const asked = service.requests('/chat/completions').slice(before);
		assert.equal(asked.length, 2);
		for (const { headers } of asked) assert.ok(headers['sign-in-with-x']);
	});
	await check('example agent-wallet-budget: asks no model below the floor', async () => {
		const high = changed(example, 'Agent below its floor', 'Enough Left', (parameters) => {
			parameters.conditions.conditions[0].rightValue = 1_000_000;
		});
		const { answerTo } = await publishedChat(scene, high, 'agent-poor');
		const before = service.requests('/chat/completions').length;
		assert.match(await answerTo('May I ask?'), /^The budget is used up: [\d.]+ USD are left/);
		assert.equal(service.requests('/chat/completions').length, before);
	});
}
