import assert from 'node:assert/strict';
import { blockProblems } from '../blockKit.mjs';
import { itemsOf, putCredential, withOutside } from '../workflows.mjs';
import { exactSum } from './decimal.mjs';
import { changed, play } from './play.mjs';
import { usageHistory } from './usageHistory.mjs';

/** @typedef {import('./usageHistory.mjs').Entry} Entry */

/** @param {Entry[]} entries @param {(entry: Entry) => string} key */
function groups(entries, key) {
	/** @type {Map<string, Entry[]>} */
	const found = new Map();
	for (const entry of entries) found.set(key(entry), [...(found.get(key(entry)) ?? []), entry]);
	return found;
}

/** What entries cost, positive, as exact text. @param {Entry[]} entries */
const spent = (entries) => exactSum(entries.map(({ amount }) => -amount));

/** @param {string} read as in a text @param {string} exact @param {string} what @param {number} most steps of the last place */
function assertReads(read, exact, what, most = 0.5) {
	const shown = Number(read.replaceAll(',', ''));
	const places = (read.split('.')[1] ?? '').length;
	const off = Math.abs(shown - Number(exact));
	assert.ok(off <= (most + 1e-7) * 10 ** -places, `${what}: ${read} instead of ${exact}`);
}

/**
 * The message as a person reads it: the spend of each currency, and that of each model that has a line.
 * @param {string} text
 * @param {Entry[]} entries
 * @param {Array<{ currency: string, model: string | null, parts: Array<{ name: string, product: string }> }>} models
 */
function assertText(text, entries, models) {
	const words = { USD: 'USD', DIEM: 'DIEM', 'bundled credits': 'BUNDLED_CREDITS' };
	let lines = 0;
	let found = 0;
	let isSpentOn = false;
	for (const line of text.split('\n')) {
		if (line.startsWith('*')) isSpentOn = line.startsWith('*Spent on');
		const [, amount, word] =
			/Spend(?: \(before refunds\))?: \*?([\d.,]+) ([A-Za-z ]+)/.exec(line) ?? [];
		const [, name, part, unit] =
			(isSpentOn && /^• (.+): ([\d.,]+) ([A-Za-z ]+?) \(/.exec(line)) || [];
		const currency = words[/** @type {keyof typeof words} */ ((word ?? unit ?? '').trim())];
		const own = entries.filter((entry) => entry.currency === currency);
		const charged = own.filter(({ amount: one }) => one < 0);
		if (amount) assertReads(amount, spent(charged), `spend in ${currency}`);
		if (name) {
			const model = models.find(
				(one) =>
					one.currency === currency &&
					(one.model === name || (one.parts.length === 1 && one.parts[0].name === name)),
			);
			const skus = model?.parts.map(({ product }) => product) ?? [];
			const ofModel = charged.filter(({ sku }) => skus.includes(sku));
			if (model) assert.ok(ofModel.length > 0, `${name} was charged`);
			// Parts of a total are rounded so that they add up to it.
			if (model) assertReads(part, spent(ofModel), `${name} in ${currency}`, 1);
			if (model) found++;
		}
		if (amount || name) lines++;
	}
	assert.ok(found > 0, text);
	assert.ok(lines > groups(entries, ({ currency: one }) => one).size, text);
}

/** @param {import('../slack.mjs').Upload} file */
function assertChart({ bytes, type, size, thread }) {
	assert.equal(type, 'image/png');
	assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
	assert.equal(bytes.subarray(-8, -4).toString('latin1'), 'IEND');
	assert.equal(bytes.length, size);
	const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	assert.ok(width >= 800 && height >= 300, `the chart has ${width} x ${height} pixels`);
	assert.ok(size > 3_000 && size < 500_000, `the chart has ${size} bytes`);
	assert.ok(!thread, 'the chart is seen in the channel itself');
}

/**
 * The report example: what arrives at Slack, its figures compared with what the service itself lists. Returns the page of the report.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkSpend(scene, example) {
	const { rest, service, slack, check } = scene;
	const slackApi = await putCredential(rest, slack.credential);
	/** @param {import('../workflows.mjs').Workflow} workflow */
	const report = async (workflow) => {
		const before = { messages: slack.messages.length, files: slack.files.length };
		const execution = await play(scene, withOutside(workflow, { slackApi }));
		const [{ json }] = itemsOf(execution, 'Spend Report');
		const messages = slack.messages.slice(before.messages);
		assert.equal(messages.length, 1);
		assert.deepEqual(slack.refused, []);
		return { json, message: messages[0], files: slack.files.slice(before.files) };
	};

	/** @type {Buffer | undefined} */
	let html;
	await check('example spend-report: Slack gets message, charts and page', async () => {
		const { json, message, files } = await report(example);
		const [start, end] = [json.period.start, json.period.end].map((at) => new Date(at));
		assert.ok([23, 24, 25].includes((end.getTime() - start.getTime()) / 3_600_000));
		const entries = await usageHistory(service, {
			startTimestamp: start.toISOString(),
			endTimestamp: end.toISOString(),
		});
		assert.ok(entries.length > 40, `only ${entries.length} entries to report`);
		assert.equal(json.entries, entries.length);
		for (const [currency, own] of groups(entries, (entry) => entry.currency)) {
			assert.equal(json.totals[currency].net, Number(spent(own)), currency);
		}

		assert.equal(message.channel, '#inference-spend');
		assert.equal(message.text, json.text);
		assertText(json.text, entries, json.byModel);
		const { length } = json.blocks;
		assert.deepEqual(message.blocks?.slice(0, length), json.blocks);
		// n8n adds its link alone.
		for (const block of message.blocks?.slice(length) ?? [])
			assert.match(JSON.stringify(block), /\|n8n workflow>/);
		assert.deepEqual(blockProblems(message.blocks), []);

		const charts = files.filter(({ name }) => name.endsWith('.png'));
		assert.deepEqual(
			charts.map(({ name }) => name.split('-').at(-1)),
			json.currencies.map((/** @type {string} */ currency) => `${currency}.png`),
		);
		charts.forEach(assertChart);
		const [page, ...more] = files.filter(({ name }) => name.endsWith('.html'));
		assert.deepEqual(more, []);
		assert.match(page.bytes.toString(), /^<!doctype html>[^]*>Spend in USD: Yesterday, /);
		html = page.bytes;
		assert.match(String(page.thread), /^1700000000\./, 'the page is a reply');
		assert.ok(files.every(({ channel }) => channel === 'C0SPEND0001'));
	});

	await check('example spend-report: says so when nothing was charged', async () => {
		const empty = changed(example, 'Spend report of nothing', 'Spend Report', (parameters) => {
			Object.assign(parameters, { period: 'custom', start: '2020-01-01', end: '2020-01-08' });
		});
		const { json, message, files } = await report(empty);
		assert.equal(json.entries, 0);
		assert.match(String(message.text), /Spend: \*0\.00 USD\*/);
		assert.deepEqual(
			files.map(({ name }) => name),
			['spend-2020-01-01_to_2020-01-07-USD.png', 'spend-2020-01-01_to_2020-01-07.html'],
		);
		assertChart(files[0]);
	});
	return html;
}
