import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localCredential } from '../../host/demo.mjs';
import { owner } from '../../host/owner.mjs';
import { dataFolder, n8nVersion } from '../../host/paths.mjs';
import { connect } from '../../host/rest.mjs';
import { startLocalService } from '../../host/service.mjs';
import {
	activate,
	putCredential,
	putWorkflow,
	readExamples,
	runWorkflow,
	withCredential,
} from '../../host/workflows.mjs';
import { prepareHost } from '../exactlyOnce/host.mjs';
import { seeded } from '../exactlyOnce/random.mjs';
import { accountOf, workTable } from './list.mjs';

const second = 1_000;

/** Requests per minute: as many as an account needs that has such a list. */
const limit = 3_000;
const path = '/chat/completions';

const settings = {
	// An execution waits until the one before it has ended.
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
	// Without what the work list does not need, n8n starts sooner.
	N8N_DISABLED_MODULES: 'mcp-registry,agents,chat-hub,instance-ai,insights,workflow-builder',
};

/** Rows on which this start of n8n works; what an earlier one left waits for the end of its claim. @param {number} since */
const workedOn = (since) => `claimed_at >= ${since} AND NOT done`;

/** @param {string} text */
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/**
 * The example with many rows in an n8n that is killed while it works on them.
 * @param {{ items: number, kills: number, seed: number, limitMinutes: number, life: ReturnType<typeof import('../../host/lifetime.mjs').lifetime> }} options
 */
export async function measure({ items, kills, seed, limitMinutes, life }) {
	const { signal } = life;
	const startedAt = new Date().toISOString();
	const service = await startLocalService({
		...{ seed, limits: { XS: limit, S: limit, M: limit, L: limit } },
	});
	life.add(() => service.close());
	const folder = join(dataFolder, 'work-list');
	const host = await prepareHost({ folder, engine: 'default', life, settings });
	let { kill } = await host.start();
	let since = Date.now();
	const rest = await connect(host.url, owner);
	const credential = await putCredential(rest, localCredential(service));
	const example = readExamples()['work-list'];
	const workflow = await putWorkflow(rest, withCredential(quicklyBack(example), credential));
	await runWorkflow(rest, workflow, 'Once: Fill the List');
	const table = await workTable(host.n8nData);
	await table.fill(items);
	await activate(rest, workflow);

	const random = seeded(seed);
	const end = Date.now() + limitMinutes * 60 * second;
	const [inFlight, answered] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
	for (let number = 1; number <= kills; number++) {
		// The kills are spread over the rows, and each comes while rows are being worked on.
		const due = Math.floor((items * (number - random.between(0, 999) / 1_000)) / (kills + 1));
		while ((await table.count('done')) < due && Date.now() < end) await pause(200);
		while ((await table.count(workedOn(since))) === 0 && Date.now() < end) await pause(50);
		await kill();
		inFlight.push(await table.count(workedOn(since)));
		answered.push(await table.count('done'));
		say(`Kill ${number}: ${answered.at(-1)} of ${items} answered`);
		since = Date.now();
		({ kill } = await host.start());
	}
	while ((await table.count('NOT done')) > 0) {
		if (Date.now() > end) {
			say('The limit is over before every item was answered');
			break;
		}
		await pause(2 * second);
	}
	const account = accountOf(await table.rows(), service.requests(path), inFlight);
	const minutes = Math.round((Date.now() - Date.parse(startedAt)) / 60 / second);
	const run = { n8n: n8nVersion, startedAt, minutes, items, kills, seed, limitPerMinute: limit };
	return { ...run, ...account, atEachKill: inFlight, answeredAtEachKill: answered };

	/** @param {number} ms */
	async function pause(ms) {
		await wait(ms, undefined, { signal });
	}
}

/**
 * Claims end after a minute and a run starts every ten seconds, so that a kill costs no more time than n8n needs to start. Kills
 * that follow each other quickly hit the same rows, so none is left alone.
 * @param {import('../../host/workflows.mjs').Workflow} workflow
 */
function quicklyBack(workflow) {
	const quick = { leaseMinutes: 1, maxTries: 1_000 };
	const nodes = workflow.nodes.map((node) => {
		if (node.name === 'Every Minute') {
			const interval = [{ field: 'seconds', secondsInterval: 10 }];
			return { ...node, parameters: { rule: { interval } } };
		}
		if (node.name !== 'Settings') return node;
		const { assignments } = node.parameters.assignments;
		const changed = assignments.map((/** @type {{ name: string }} */ one) =>
			one.name in quick ? { ...one, value: quick[/** @type {keyof quick} */ (one.name)] } : one,
		);
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
	});
	return { ...workflow, nodes };
}
