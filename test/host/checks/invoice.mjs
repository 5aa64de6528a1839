import assert from 'node:assert/strict';
import {
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { exactSum } from './decimal.mjs';

/**
 * The example that stores the costs of each execution per customer, and bills a month.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkInvoice({ rest, service, slack, credential, check }, example) {
	await check('example customer-invoice: the invoices add up to the ledger', async () => {
		const slackApi = await putCredential(rest, slack.credential);
		const now = JSON.parse(
			JSON.stringify(example).replaceAll('months: 1 }).start', 'months: 0 }).start'),
		);
		const ready = withOutside(withCredential(now, credential), { slackApi });
		const workflow = await putWorkflow(rest, ready);
		const [before, files] = [service.ledger.length, slack.files.length];
		for (let runs = 0; runs < 2; runs++) {
			await runWorkflow(rest, workflow, 'When Clicking Execute');
		}
		const booked = service.ledger.slice(before);
		assert.equal(booked.length, 6);
		const billed = await runWorkflow(rest, workflow, 'Every First of the Month');
		const rows = itemsOf(billed, 'Invoice').map(({ json }) => json);
		assert.deepEqual(
			rows.map(({ customer, calls, unknownCalls }) => [customer, calls, unknownCalls]),
			[
				['Acme', 4, 0],
				['Sunrise', 2, 0],
			],
		);
		const sums = ['USD', 'DIEM'].map((currency) => [
			exactSum(rows.map((row) => Number(row[currency.toLowerCase()]))),
			exactSum(booked.filter((one) => one.currency === currency).map(({ usd }) => usd)),
		]);
		for (const [sum, charged] of sums) assert.equal(sum, charged);
		assert.match(String(slack.messages.at(-1)?.text), /^AI costs of \d{4}-\d\d\nAcme: /);
		const sent = slack.files.slice(files).map(({ name }) => name.replace(/^[\d-]+/, ''));
		assert.deepEqual(sent, ['.csv', '.html']);
		assert.match(slack.files.at(-2)?.bytes.toString() ?? '', /Acme/);
		assert.deepEqual(slack.refused, []);
	});
}
