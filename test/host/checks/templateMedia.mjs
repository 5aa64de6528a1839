import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { localCredential } from '../demo.mjs';
import {
	finished,
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { until } from '../until.mjs';
import { exactSum } from './decimal.mjs';
import { assertPicture } from './images.mjs';
import { button, changed, play, savedFile } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */

/** What the service has charged since its ledger had this length. @param {any} service @param {number} before */
const spentSince = (service, before) =>
	Number(exactSum(service.ledger.slice(before).map((/** @type {any} */ { usd }) => usd)));

/** @param {Scene} scene @param {Workflow} template */
export async function checkPodcast(scene, template) {
	const { service, check } = scene;
	await check('template podcast-from-articles: one episode from the pages that open', async () => {
		const before = service.ledger.length;
		const withClosed = changed(
			template,
			`${template.name}, one closed`,
			'Articles',
			(parameters) => {
				const urls = parameters.assignments.assignments.find(
					(/** @type {any} */ { name }) => name === 'urls',
				);
				urls.value =
					"={{ ['https://example.com/one', 'https://social.example/two', 'https://example.com/three'] }}";
			},
		);
		const execution = await play(scene, withClosed);
		const [prompt] = service.requests('/chat/completions').slice(-1);
		const script = prompt.body.messages.at(-1).content;
		assert.match(script, /"The Weekly Brief", about 750 words/);
		assert.match(script, /Source: https:\/\/example\.com\/one\n/);
		assert.match(script, /Source: https:\/\/example\.com\/three\n/);
		assert.doesNotMatch(script, /social\.example/);
		const spoken = service.requests('/audio/speech').slice(-1)[0].body.input;
		const { name, content } = savedFile(scene, execution, 'Save Episode');
		const [{ json }] = itemsOf(execution, 'Episode and Cost');
		assert.match(name, /podcast-\d{4}-\d\d-\d\d\.mp3$/);
		assert.ok(content.length > 1_000);
		assert.ok(json.script.endsWith(spoken) || json.script.includes(spoken), 'the script is spoken');
		assert.equal(json.articles, 2);
		assert.ok(Math.abs(json.costUsd - spentSince(service, before)) < 1e-9, `${json.costUsd} USD`);
	});

	await check('template podcast-from-articles: pays for nothing when no page opens', async () => {
		const closed = changed(template, `${template.name}, all closed`, 'Articles', (parameters) => {
			for (const one of parameters.assignments.assignments)
				if (one.name === 'urls') one.value = "={{ ['https://social.example/only'] }}";
		});
		const before = service.ledger.length;
		await play(scene, closed);
		assert.equal(service.ledger.length, before);
	});
}

/** Serves recordings at addresses of its own, as the storage of a library does. @param {Record<string, Buffer>} files by path */
async function startStorage(files) {
	const server = createServer((request, response) => {
		const file = files[`${request.url}`];
		response.statusCode = file ? 200 : 404;
		response.setHeader('content-type', file ? 'audio/mpeg' : 'text/plain');
		response.end(file ?? 'not here');
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** @param {any} service @param {string} input */
async function recordingOf(service, input) {
	const response = await fetch(`${service.url}/audio/speech`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${service.keys.user}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ input }),
	});
	assert.equal(response.status, 200);
	return Buffer.from(await response.arrayBuffer());
}

/** @param {Scene} scene @param {Workflow} template */
export async function checkSubtitles(scene, template) {
	const { rest, service, check } = scene;
	const own = localCredential(service);
	// The recordings of this check are on this machine.
	const credential = await putCredential(rest, {
		...own,
		name: 'Inference Service (private network)',
		data: { ...own.data, allowPrivateNetworks: true },
	});
	const tour = await recordingOf(service, 'Welcome to the harbor. The ferry leaves at nine.');
	const storage = await startStorage({ '/tour.mp3': tour });
	try {
		const chosen = changed(template, template.name, 'Transcribe Video', (parameters) => {
			parameters.model = { __rl: true, mode: 'id', value: 'lab/asr-segments' };
		});
		const videos = changed(chosen, chosen.name, 'Sample Videos', (parameters) => {
			const rows = [
				{ title: 'Harbor tour / ../1', url: `${storage.url}/tour.mp3` },
				{ title: 'Gone', url: `${storage.url}/gone.mp3` },
			];
			parameters.assignments.assignments[0].value = `={{ ${JSON.stringify(rows)} }}`;
		});
		const workflow = await putWorkflow(rest, withCredential(videos, credential));
		await runWorkflow(rest, workflow, 'Once: Make the Library');

		await check('template video-subtitles: each video gets its subtitles', async () => {
			const execution = await runWorkflow(rest, workflow, button);
			const [{ json: row }, ...more] = itemsOf(execution, 'Mark as Done');
			assert.deepEqual(more, []);
			const { name, content } = savedFile(scene, execution, 'Save Subtitles');
			assert.match(name, /^\.n8n-files\/\d+-Harbor-tour-1\.srt$/);
			assert.equal(row.subtitles, name);
			assert.match(content.toString(), /^1\r?\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\r?\n\S/);
			const [{ json: failed }] = itemsOf(execution, 'Note the Problem');
			assert.equal(failed.title, 'Gone');
			assert.equal(failed.tries, 1);
			assert.match(failed.note, /404/);
		});

		await check('template video-subtitles: finished videos are not paid again', async () => {
			const before = service.ledger.length;
			const second = await runWorkflow(rest, workflow, button);
			assert.equal(itemsOf(second, 'Videos Without Subtitles').length, 1);
			await runWorkflow(rest, workflow, button);
			const last = await runWorkflow(rest, workflow, button);
			assert.equal(itemsOf(last, 'Videos Without Subtitles').length, 0, 'three tries are enough');
			assert.equal(service.ledger.length, before);
		});
	} finally {
		storage.close();
	}
}

/**
 * Clicks a button of the newest question in Slack, as a browser does.
 * @param {Scene['slack']} slack
 * @param {string} label
 */
async function click({ messages }, label) {
	const blocks = /** @type {any[]} */ (messages.at(-1)?.blocks ?? []);
	const buttons = blocks.flatMap(({ type, elements }) => (type === 'actions' ? elements : []));
	const { url } = buttons.find(({ text }) => text.text.includes(label)) ?? assert.fail(label);
	const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
	const response = await fetch(url, { headers: { 'user-agent': agent } });
	assert.equal(response.status, 200, await response.text());
}

/** @param {Scene} scene @param {Workflow} template */
export async function checkProductImages(scene, template) {
	const { rest, service, slack, credential, check } = scene;
	const slackApi = await putCredential(rest, slack.credential);
	const ready = withOutside(withCredential(template, credential), { slackApi });
	const workflow = await putWorkflow(rest, ready);
	await runWorkflow(rest, workflow, 'Once: Make the List');
	/** Starts a run, and answers its questions one after the other. @param {string[]} answers labels of buttons */
	const run = async (...answers) => {
		const before = slack.messages.length;
		const { executionId } = await rest.post(`/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: button },
		});
		const questions = [];
		for (const answer of answers) {
			const asked = () =>
				slack.messages
					.slice(before)
					.filter(({ blocks }) => JSON.stringify(blocks ?? []).includes('"actions"'));
			await until('a question in Slack', () => asked().length > questions.length);
			const waiting = async () => (await rest.execution(executionId)).status === 'waiting';
			await until('an execution that waits for the answer', waiting);
			questions.push(JSON.stringify(asked().at(-1)?.blocks));
			await click(slack, answer);
		}
		await until('the end of the execution', async () =>
			['success', 'error'].includes((await rest.execution(executionId)).status),
		);
		return { questions, execution: await finished(rest, executionId) };
	};

	await check('template product-images: spends nothing before the cost is approved', async () => {
		const before = service.ledger.length;
		const { questions, execution } = await run('Decline');
		assert.match(questions[0], /3 product images will cost about [\d.]+ USD\. Draw them\?/);
		assert.equal(itemsOf(execution, 'Draw Image').length, 0);
		assert.equal(service.ledger.length, before);
	});

	await check('template product-images: keeps nothing that is declined', async () => {
		const { questions, execution } = await run('Approve', 'Decline');
		assert.match(questions[1], /Keep these 3 images\?/);
		assert.equal(itemsOf(execution, 'Save Image').length, 0);
		assert.equal(slack.files.slice(-3).filter(({ thread }) => thread).length, 3);
	});

	await check('template product-images: draws, shows, keeps and closes the rows', async () => {
		const before = service.ledger.length;
		const { execution } = await run('Approve', 'Approve');
		const estimate = itemsOf(execution, 'Total Cost')[0].json.totalUsd;
		const spent = spentSince(service, before);
		assert.ok(Math.abs(spent - estimate) < 1e-3, `${spent} for ${estimate} USD`);
		const rows = itemsOf(execution, 'Mark as Done').map(({ json }) => json);
		assert.deepEqual(rows.map(({ product, done }) => `${product} ${done}`).sort(), [
			'Oak stool true',
			'Tea pot true',
			'Wool blanket true',
		]);
		for (const { image } of rows) assert.match(image, /^\.n8n-files\/\d+-[A-Z]\w+-\w+\.\w+$/);
		assertPicture(savedFile(scene, execution, 'Save Image'));
		assert.deepEqual(slack.refused, []);
		const again = await runWorkflow(rest, workflow, button);
		assert.equal(itemsOf(again, 'New Products').length, 0, 'nothing is drawn twice');
	});
}
