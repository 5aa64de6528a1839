import assert from 'node:assert/strict';
import { itemsOf, putCredential, putWorkflow, runWorkflow } from '../workflows.mjs';
import { withCredential, withOutside } from '../workflows.mjs';
import { charge } from './charge.mjs';
import { exactSum } from './decimal.mjs';
import { changed } from './play.mjs';
import { firstPublishedRun } from './published.mjs';
import { usageHistory } from './usageHistory.mjs';

const trigger = 'When Spend Passes the Budget';
const threshold = 0.0001;

/**
 * The alert example: tested by hand, and published with a budget that the day has passed.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkAlert({ rest, service, credential, slack, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	/** @param {import('../workflows.mjs').Workflow} workflow */
	const put = (workflow) =>
		putWorkflow(rest, withOutside(withCredential(workflow, credential), { slackApi }));

	await check('example budget-alert: a manual test writes a message that says so', async () => {
		const before = slack.messages.length;
		await runWorkflow(rest, await put(example), trigger);
		const messages = slack.messages.slice(before);
		assert.ok(messages.length > 0);
		for (const { channel, text } of messages) {
			assert.equal(channel, '#inference-spend');
			assert.match(String(text), /^\*Test\.\* \*[\d.]+ [A-Z_]+\* spent this day, since /);
		}
	});

	await check('example budget-alert: published, it alerts once per currency', async () => {
		charge(service, 0.5);
		const small = changed(example, 'Budget alert, published', trigger, (parameters) => {
			Object.assign(parameters, { threshold });
		});
		const before = slack.messages.length;
		const execution = await firstPublishedRun(rest, await put(small));
		const alerts = itemsOf(execution, trigger).map(({ json }) => json);
		assert.ok(alerts.some(({ currency }) => currency === 'USD'));
		assert.equal(new Set(alerts.map(({ currency }) => currency)).size, alerts.length);
		for (const { currency, spend, periodStart, passedAt } of alerts) {
			const startTimestamp = new Date(periodStart).toISOString();
			const entries = await usageHistory(service, { startTimestamp, currency });
			const passed = entries.findIndex(
				(_, at) =>
					Number(exactSum(entries.slice(0, at + 1).map(({ amount }) => -amount))) >= threshold,
			);
			const counted = entries.slice(0, passed + 1).map(({ amount }) => -amount);
			assert.equal(spend, Number(exactSum(counted)), currency);
			assert.equal(passedAt, entries[passed].timestamp);
		}
		const texts = slack.messages.slice(before).map(({ text }) => String(text).split('\n')[0]);
		assert.equal(texts.length, alerts.length);
		for (const [index, { currency, spend }] of alerts.entries()) {
			const [, shown, unit, limit] =
				/^\*([\d.]+) (\w+)\* spent this day, since \d.* The budget is ([\d.]+ \w+)\.$/.exec(
					texts[index],
				) ?? assert.fail(texts[index]);
			assert.deepEqual(
				[shown, unit, limit],
				[Number(spend).toFixed(2), currency, `0.0001 ${currency}`],
			);
		}
		assert.deepEqual(slack.refused, []);
	});
}
