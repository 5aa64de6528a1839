import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checklist } from '../../host/checks/checklist.mjs';
import { putCredentials } from '../../host/demo.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { startN8n } from '../../host/n8n.mjs';
import { packPackage, trustRoots, unpackPackage } from '../../host/package.mjs';
import { dataFolder, repository } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { freePort } from '../../host/ports.mjs';
import { startPostgres } from '../../host/postgres.mjs';
import { step } from '../../host/progress.mjs';
import { demoHistory, startLocalService } from '../../host/service.mjs';
import { findPostgres } from '../../host/services.mjs';
import { startSlack } from '../../host/slack.mjs';
import { readExamples } from '../../host/workflows.mjs';
import { writeFormatted } from '../formatted.mjs';
import { exampleChecks, runCompatibilityChecks } from './checks.mjs';
import { connectTo, settingsOf1 } from './generations.mjs';
import { installN8n, installNode } from './install.mjs';
import { findMissing } from './missing.mjs';

/** Each n8n with each Node.js that it is checked on. */
const pairs = [
	{ n8n: '1.123.81', node: '20.20.2' },
	{ n8n: '1.123.81', node: '22.23.1' },
	{ n8n: '1.123.81', node: '24.21.0' },
	{ n8n: '2.41.1', node: '24.21.0' },
];

const life = lifetime();
const resultFile = join(repository, 'test', 'proofs', 'results', 'compatibility.json');

/** Starts the n8n of a pair with the package in it, and what its checks need. @param {{ n8n: string, node: string }} pair */
async function start({ n8n, node }) {
	const isFirst = n8n.startsWith('1.');
	const nodeHome = await installNode(node, life.signal);
	// A driver that is compiled for the oldest Node.js runs on the newer ones, and not the other way round.
	const oldest = pairs.find((pair) => pair.n8n === n8n)?.node ?? node;
	const installed = await installN8n(n8n, await installNode(oldest, life.signal), life.signal);
	const folder = join(dataFolder, 'compat', `data-${n8n}-${node}`);
	const home = join(folder, 'home');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(home, { recursive: true });
	await unpackPackage(await packPackage(life.signal), home, installed);
	const service = await startLocalService({ history: demoHistory() });
	trustRoots(home, service.enclaveRoots);
	life.add(() => service.close());
	const slack = await startSlack(life);
	const { url, kill } = await step(`Starting n8n ${n8n} on Node.js ${node}`, async () =>
		startN8n({
			node: join(nodeHome, 'bin', 'node'),
			home,
			port: await freePort(),
			logFile: join(folder, 'n8n.log'),
			life,
			env: { ...slack.env, ...(isFirst && settingsOf1) },
			folder: installed,
		}),
	);
	const rest = await connectTo(url, isFirst);
	const credential = await putCredentials(rest, service);
	/** @type {ReturnType<typeof startPostgres> | undefined} */
	let database;
	const startDatabase = findPostgres()
		? () => (database ??= startPostgres({ folder: join(folder, 'postgres'), life }))
		: undefined;
	return { isFirst, kill, scene: { rest, service, credential, home, slack, startDatabase } };
}

/** @param {{ n8n: string, node: string }} pair */
async function checkPair(pair) {
	const { isFirst, kill, scene } = await start(pair);
	const { check, summary } = checklist();
	const all = readExamples();
	const cannotRun = await findMissing(scene.rest, all, isFirst);
	const examples = exampleChecks
		.filter(([names]) => !names.some((name) => cannotRun[name]))
		.map(([names, run]) => /** @type {const} */ ([names, run, names.map((name) => all[name])]));
	await runCompatibilityChecks({ ...scene, check }, examples, isFirst);
	await kill();
	const { passed, failed, checks } = summary();
	const failures = checks.filter(({ ok }) => !ok).map(({ name, error }) => ({ name, error }));
	const played = [...new Set(examples.flatMap(([names]) => names))];
	return { ...pair, passed, failed, failures, examples: played, cannotRun };
}

/** The pairs to check: those that the arguments name, for example "1.123 24." */
function chosenPairs() {
	const words = process.argv.slice(2);
	const chosen = pairs.filter(({ n8n, node }) =>
		words.every((word) => `${n8n} ${node}`.includes(word)),
	);
	if (chosen.length > 0) return chosen;
	const known = pairs.map(({ n8n, node }) => `n8n ${n8n} on Node.js ${node}`).join(', ');
	throw new PlainError(`Nothing matches ${words.join(' ')}. There are ${known}.`);
}

/** Puts a result beside those of the other pairs. @param {Awaited<ReturnType<typeof checkPair>>} result */
async function keep(result) {
	/** @type {typeof result[]} */
	const before = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : [];
	const all = pairs.flatMap(({ n8n, node }) =>
		[result, ...before].filter((one) => one.n8n === n8n && one.node === node).slice(0, 1),
	);
	await writeFormatted(resultFile, JSON.stringify(all));
}

async function main() {
	for (const pair of chosenPairs()) {
		const result = await checkPair(pair);
		const { passed, failed } = result;
		console.log(`n8n ${pair.n8n}, Node.js ${pair.node}: ${passed} passed, ${failed} failed`);
		await keep(result);
		if (failed > 0) process.exitCode = 1;
	}
}

await life.run(main);
