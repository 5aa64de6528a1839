import assert from 'node:assert/strict';
import { agentFlow, call, toolName } from '../agentFlow.mjs';
import { everyTool, fileTools } from './agentTools.mjs';
import { assertCompact, fetched } from './files.mjs';
import { play } from './play.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {import('./checklist.mjs').Scene} Scene */

/** The last word of a prompt: finds the requests of one run among those of others. */
let runs = 0;

/**
 * Runs an agent that makes these calls side by side, and gives what its model was told of them in the next round.
 * @param {Scene} scene
 * @param {string} name of the workflow
 * @param {(import('../agentFlow.mjs').Tool & { args?: Json })[]} tools
 * @param {object} [model] parameters of the chat model
 */
async function askAgent(scene, name, tools, model) {
	const mark = `Run ${(runs += 1)} of ${name}`;
	const calls = tools.map(({ name: tool, args }) => call(tool, args)).join(' ');
	const execution = await play(
		scene,
		agentFlow(name, { prompt: `${calls} ${mark}`, tools: [...new Set(tools)], model }),
	);
	const requests = scene.service
		.requests('/chat/completions')
		.filter((/** @type {Json} */ { body }) => JSON.stringify(body.messages).includes(mark));
	const last = requests.at(-1).body;
	/** @type {Json[]} */
	const told = last.messages.filter((/** @type {Json} */ { role }) => role === 'tool');
	const names = new Map(
		last.messages
			.flatMap((/** @type {Json} */ { tool_calls = [] }) => tool_calls)
			.map((/** @type {Json} */ one) => [one.id, one.function.name]),
	);
	/** What the model was told of a tool. @param {string} tool */
	const contentOf = (tool) => {
		const found = told.find(({ tool_call_id: id }) => names.get(id) === toolName(tool));
		assert.ok(found, `the model was told nothing of "${tool}"`);
		return String(found.content);
	};
	/** The first item of a tool. @param {string} tool @returns {Json} */
	const itemOf = (tool) => [JSON.parse(contentOf(tool))].flat()[0];
	const answer =
		execution.data.resultData.runData['AI Agent'].at(-1)?.data?.main[0]?.[0].json.output;
	return { execution, requests, told, contentOf, itemOf, answer };
}

/** The first bytes of what the tools make. @type {Record<string, RegExp>} */
const starts = { Draw: /^\x89PNG/, Speak: /^RIFF/, Film: /^.{4}ftyp/s };

/** What each tool without a file has to tell. @type {Record<string, (item: Json) => void>} */
const facts = {
	'Ask a Model': ({ text, cost }) => {
		assert.equal(text, 'You said “Is tea spelled t-e-a?”');
		assert.equal(cost.currency, 'USD');
		assert.ok(cost.amount > 0);
	},
	'Model Facts': ({ id }) => assert.equal(id, 'text-basic'),
	Characters: ({ slug }) => assert.ok(slug),
	Account: (item) => assert.match(JSON.stringify(item), /"balance/i),
	Blockchain: ({ result }) => assert.equal(result, '0x2105'),
	Vector: ({ dimensions }) => assert.equal(dimensions, 256),
	Search: ({ title }) => assert.match(title, /pears/),
	Wallet: ({ walletAddress }) => assert.match(walletAddress, /^0x/),
};

/**
 * Each action node as a tool of an AI Agent: called by a model, and its answer used in the next round.
 * @param {Scene} scene
 */
export async function checkAgents(scene) {
	const { check, service } = scene;
	/** @type {Awaited<ReturnType<typeof askAgent>>} */
	let first;

	await check('agent: calls every action node side by side and uses what each said', async () => {
		first = await askAgent(scene, 'Agent: every node', everyTool);
		assert.equal(first.requests.length, 2, 'one round of calls, one answer');
		assert.match(first.answer, /^The tools said/);
		for (const { name } of everyTool) {
			if (name !== 'Vector') assertCompact(first.contentOf(name));
		}
	});
	for (const [tool, holds] of Object.entries(facts)) {
		await check(`agent: the answer of "${tool}" is whole`, () => holds(first.itemOf(tool)));
	}
	for (const [tool, start] of Object.entries(starts)) {
		await check(`agent: "${tool}" returns a signed link to its file`, async () => {
			const item = first.itemOf(tool);
			assert.ok('model' in item, 'tells the model');
			assert.match((await fetched(item)).toString('latin1'), start);
		});
	}
	await check('agent: two pictures are two links', async () => {
		const { files, images } = first.itemOf('Draw Two');
		assert.equal(images, undefined);
		assert.equal(files.length, 2);
		for (const file of files) assert.match((await fetched(file)).toString('latin1'), starts.Draw);
	});
	await check('agent: is never let to top up a wallet', () => {
		assert.match(first.itemOf('Top Up').error, /^Top Up is not for agents: nothing was signed/);
	});
	await check('agent: the message of an error says what failed and what to do', () => {
		assert.match(
			first.itemOf('Broken Link').error,
			/^The file behind the URL leads into a private network \(127\.0\.0\.1\), from which nothing is fetched\. Use a public address/,
		);
	});

	await checkLimits(scene);

	await check('agent: hands the files of its tools on, by their links', async () => {
		const [image, sound] = [first.itemOf('Draw').link, first.itemOf('Speak').link];
		const args = { Image: image, Prompt: 'Make it blue', File_URL: sound };
		const tools = fileTools.map((tool) => ({ ...tool, args }));
		const { itemOf, contentOf } = await askAgent(scene, 'Agent: files', tools);
		for (const { name } of fileTools) assertCompact(contentOf(name));
		for (const tool of ['Edit', 'Enlarge', 'Cut Out', 'Combine']) await fetched(itemOf(tool));
		assert.equal(typeof itemOf('Transcribe').text, 'string');
		assert.match(itemOf('Look').text, /\[image\]/);
		for (const path of [
			'/image/edit',
			'/image/upscale',
			'/image/background-remove',
			'/image/multi-edit',
		]) {
			const [file] = service.requests(path).at(-1).files;
			assert.equal(file.mimeType, 'image/png', `${path} got the file and not n8n's link`);
			assert.equal(file.bytes, first.itemOf('Draw').bytes);
		}
	});

	await check('agent: on a wallet, each of its calls signed', async () => {
		const address = first.itemOf('Wallet').walletAddress;
		service.credit(address, 1);
		const signed = { authentication: 'wallet' };
		const tools = everyTool
			.filter(({ name }) => ['Draw', 'Wallet'].includes(name))
			.map((tool) => ({ ...tool, parameters: { ...tool.parameters, ...signed } }));
		const { requests, itemOf, answer } = await askAgent(scene, 'Agent: wallet', tools, signed);
		assert.match(answer, /^The tools said/);
		await fetched(itemOf('Draw'));
		const headers = requests.map((/** @type {Json} */ one) => one.headers['sign-in-with-x']);
		assert.equal(new Set(headers).size, 2, 'two rounds, each with a signature of its own');
		for (const { headers: sent } of requests) assert.equal(sent.authorization, undefined);
	});
}

/** What a tool with a limit tells the model. @param {Scene} scene */
async function checkLimits(scene) {
	const { check, service } = scene;
	const pictures = () => service.requests('/image/generate').length;
	/** How often the model, which asks for two pictures at once, is told a limit, and how many pictures were asked for. @param {object} limits @param {RegExp} sentence */
	const limited = async (limits, sentence) => {
		const [draw] = everyTool.filter(({ name }) => name === 'Draw');
		assert.ok(draw);
		const tool = {
			...draw,
			parameters: { ...draw.parameters, options: { cost: limits } },
		};
		const before = pictures();
		const { told } = await askAgent(scene, `Agent: ${Object.keys(limits)}`, [tool, tool]);
		const refused = told.filter(({ content }) => sentence.test(JSON.stringify(content)));
		return { refused: refused.length, sent: pictures() - before };
	};
	await check('agent: a tool is called as often as Max Calls per Run allows', async () => {
		const sentence = /the 1 call that Max Calls per Run allows/;
		assert.deepEqual(await limited({ maxCallsPerRun: 1 }, sentence), { refused: 1, sent: 1 });
	});
	await check('agent: a tool that would exceed Max Cost per Run sends nothing', async () => {
		const sentence = /0\.000001 USD is left under Max Cost per Run/;
		assert.deepEqual(await limited({ maxCostPerRun: 0.000_001 }, sentence), {
			refused: 2,
			sent: 0,
		});
	});
}
