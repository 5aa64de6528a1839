import assert from 'node:assert/strict';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { usageHistory } from './usageHistory.mjs';

/** @typedef {{ spend: number, charges: number }} Sum */

const scale = 1e10;

/**
 * Adds up as whole numbers, so that the order of the entries cannot matter.
 * @param {import('./usageHistory.mjs').Entry[]} entries
 * @param {(entry: import('./usageHistory.mjs').Entry) => string} group
 */
function sums(entries, group) {
	/** @type {Map<string, Sum>} */
	const found = new Map();
	for (const entry of entries) {
		const sum = found.get(group(entry)) ?? { spend: 0, charges: 0 };
		found.set(group(entry), {
			spend: sum.spend + Math.round(-entry.amount * scale),
			charges: sum.charges + 1,
		});
	}
	return new Map(
		[...found].map(([key, { spend, charges }]) => [key, { spend: spend / scale, charges }]),
	);
}

/** @param {string} text */
const number = (text) => Number(text.replaceAll(',', ''));

/**
 * Reads the text as a person would: a heading, and per currency a bold line with its parts below.
 * @param {string} text
 */
function parseReport(text) {
	/** @type {Map<string, Sum>} */
	const totals = new Map();
	/** @type {Map<string, Sum>} */
	const parts = new Map();
	let currency = '';
	const [heading, ...lines] = text.split('\n');
	for (const line of lines.filter(Boolean)) {
		const total = /^\*(\w+) ([\d.,]+)\* in ([\d,]+) charges?$/.exec(line);
		const part = /^• (.+): ([\d.,]+) \(([\d,]+) charges?\)$/.exec(line);
		if (total) currency = total[1];
		if (total) totals.set(currency, { spend: number(total[2]), charges: number(total[3]) });
		else if (part)
			parts.set(`${currency} ${part[1]}`, { spend: number(part[2]), charges: number(part[3]) });
		else assert.fail(`the line "${line}" is no part of a report`);
	}
	return { heading, totals, parts };
}

/** @param {Map<string, Sum>} found @param {Map<string, Sum>} expected */
function assertSums(found, expected) {
	assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
	for (const [key, { spend, charges }] of expected) {
		assert.equal(found.get(key)?.charges, charges, `charges of ${key}`);
		const difference = Math.abs(Number(found.get(key)?.spend) - spend);
		assert.ok(
			difference <= 0.000051,
			`spend of ${key}: ${found.get(key)?.spend} instead of ${spend}`,
		);
	}
}

/**
 * The spend example, its figures compared with what the service itself lists.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkSpend({ rest, service, credential, check }, example) {
	await check('example spend-report: the figures are those of the usage history', async () => {
		const workflow = await putWorkflow(rest, withCredential(example, credential));
		const execution = await runWorkflow(rest, workflow, 'When Clicking Execute');
		const [period] = itemsOf(execution, 'Period');
		const reports = itemsOf(execution, 'Write Report');
		assert.equal(reports.length, 1);

		const { start, end } = period.json;
		assert.equal(Math.round((Date.parse(end) - Date.parse(start)) / 1000), 7 * 24 * 3600);
		const entries = await usageHistory(service, { startTimestamp: start, endTimestamp: end });
		assert.ok(entries.length > 100, `only ${entries.length} entries to report`);

		const { heading, totals, parts } = parseReport(reports[0].json.text);
		assert.equal(heading, `*Inference spend, ${start.slice(0, 10)} to ${end.slice(0, 10)}*`);
		assertSums(
			totals,
			sums(entries, ({ currency }) => currency),
		);
		assertSums(
			parts,
			sums(entries, ({ currency, sku }) => `${currency} ${sku}`),
		);
	});

	await check('example spend-report: says so when nothing was charged', async () => {
		const nodes = example.nodes.map((node) =>
			node.name === 'Inference Billing'
				? {
						...node,
						parameters: {
							...node.parameters,
							filters: { start: '2020-01-01T00:00:00Z', end: '2020-01-08T00:00:00Z' },
						},
					}
				: node,
		);
		const workflow = await putWorkflow(
			rest,
			withCredential({ ...example, name: 'Spend report of nothing', nodes }, credential),
		);
		const [report] = itemsOf(
			await runWorkflow(rest, workflow, 'When Clicking Execute'),
			'Write Report',
		);
		assert.match(report.json.text, /Nothing was charged\.$/);
	});
}
