import assert from 'node:assert/strict';
import {
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { button } from './play.mjs';

/**
 * The mails that the model is sure about go on, the other one to a person.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkSupportMails({ rest, credential, slack, service, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	const own = { ...example, name: 'Sort support mails, set up' };
	const ready = withOutside(withCredential(own, credential), { slackApi });
	const saved = await putWorkflow(rest, ready);

	await check('example support-mails: sorts what is sure, and asks about the rest', async () => {
		const before = slack.messages.length;
		const paid = service.requests('/decisions').length;
		const execution = await runWorkflow(rest, saved, button);
		assert.deepEqual(
			itemsOf(execution, 'Sorted').map(({ json }) => json),
			[
				{
					subject: 'Invoice charged twice',
					team: 'billing',
					urgent: false,
					mood: 'Calm: says thank you',
				},
				{
					subject: 'Site down',
					team: 'technical',
					urgent: true,
					mood: 'Annoyed: still waiting, again',
				},
			],
		);
		const [{ text }, ...more] = slack.messages.slice(before);
		assert.deepEqual(more, []);
		assert.match(text, /^\*A question\* needs a person\nteam: sales \(\d+ %\)\nurgent: false/);
		assert.equal(service.requests('/decisions').length, paid + 3);
	});
}
