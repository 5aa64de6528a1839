import assert from 'node:assert/strict';
import { postgresCredential } from '../databaseSettings.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow } from '../workflows.mjs';
import { withCredential, withOutside } from '../workflows.mjs';
import { exactSum } from './decimal.mjs';
import { firstPublishedRun } from './published.mjs';
import { usageHistory } from './usageHistory.mjs';

const trigger = 'When Charged';
/** A check of the trigger leaves out what is newer: a minute for late entries, and some seconds as clocks show whole ones. */
const settleMs = 65_000;

/**
 * The feed example with a real PostgreSQL, where there is one.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkFeed({ rest, service, credential, startDatabase, check }, example) {
	if (!startDatabase) {
		console.log(
			'The usage feed was skipped, as there is no PostgreSQL: apt-get install postgresql',
		);
		return;
	}
	await check('example usage-to-postgres: each entry is stored, and stored once', async () => {
		const database = await startDatabase();
		const postgres = await putCredential(rest, postgresCredential(database));
		const ready = withOutside(withCredential(example, credential), { postgres });
		const workflow = await putWorkflow(rest, ready);
		const ids = async () => {
			const rows = await database.query('SELECT id FROM inference_usage');
			return new Set(rows.map(({ id }) => id));
		};

		await runWorkflow(rest, workflow, 'Once: Make the Table');
		await runWorkflow(rest, workflow, 'Once: Make the Table');
		const before = new Date(Date.now() - settleMs).toISOString();
		const given = itemsOf(await firstPublishedRun(rest, workflow), trigger);
		assert.ok(given.length > 0);
		assert.deepEqual(await ids(), new Set(given.map(({ json }) => json.id)));

		const listed = await usageHistory(service, { endTimestamp: before });
		assert.ok(listed.length >= 400, `${listed.length} entries`);
		const rows = await database.query(
			`SELECT currency, product, count(*)::int AS entries, trim_scale(sum(amount))::text AS amount,
				count(request_id)::int AS requests, sum(prompt_tokens)::int AS tokens
			FROM inference_usage WHERE charged_at < $1 GROUP BY 1, 2 ORDER BY 1, 2`,
			[before],
		);
		const keys = [...new Set(listed.map(({ currency, sku }) => `${currency} ${sku}`))].sort();
		assert.deepEqual(rows.map(({ currency, product }) => `${currency} ${product}`).sort(), keys);
		for (const { currency, product, entries, amount, requests, tokens } of rows) {
			const own = listed.filter((one) => one.currency === currency && one.sku === product);
			const details = own.flatMap(({ inferenceDetails }) => inferenceDetails ?? []);
			const prompts = details.flatMap(({ promptTokens }) => promptTokens ?? []);
			assert.deepEqual(
				{ entries, amount, requests, tokens },
				{
					entries: own.length,
					amount: exactSum(own.map((one) => one.amount)),
					requests: details.length,
					tokens: prompts.length > 0 ? prompts.reduce((sum, one) => sum + one, 0) : null,
				},
				`${product} in ${currency}`,
			);
		}

		const [{ same }] = await database.query(
			`SELECT (SELECT trim_scale(-sum(amount))::text || count(*) FROM inference_usage WHERE currency = 'USD')
				= (SELECT trim_scale(sum(spend))::text || sum(charges) FROM inference_spend_per_day WHERE currency = 'USD') AS same`,
			[],
		);
		assert.equal(same, true, 'the view per day adds up to the table');

		for (let run = 1; run <= 2; run++) {
			const known = await ids();
			const newest = itemsOf(await runWorkflow(rest, workflow, trigger), trigger);
			assert.ok(newest.length > 0);
			const expected = [...known, ...newest.map(({ json }) => json.id)];
			assert.deepEqual(await ids(), new Set(expected), 'what is there is passed over');
		}
	});
}
