/**
 * `npm run proof` lists what can be run beside the daily commands; `npm run proof -- NAME ...` runs it, with the words behind it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

/**
 * @typedef {object} Proof
 * @property {string} shows what it shows, or writes
 * @property {string} takes
 * @property {string} [writes] the files of the repository that it writes
 * @property {string} [needs]
 * @property {string} [module] a JavaScript module
 * @property {string} [source] a TypeScript module, which is bundled first
 * @property {string[]} [flags] of Node.js
 * @property {string[]} [jest] words for jest
 * @property {Record<string, string>} [env]
 */

const results = (/** @type {string} */ name) => `test/proofs/results/${name}.json`;
const of = (/** @type {string} */ folder) => `test/proofs/${folder}/main.mjs`;
const inTypeScript = (/** @type {string} */ folder) => `test/proofs/${folder}/main.ts`;

/** @type {Record<string, Proof>} */
export const PROOFS = {
	'ai-table': {
		shows: "n8n's OpenAI Chat Model with another base URL beside Inference Chat Model",
		...{ takes: 'minutes', needs: 'n8n', writes: results('ai-table') },
		module: of('aiTable'),
	},
	bench: {
		shows: "Time and memory beside n8n's own nodes and bare undici",
		...{ takes: 'ten minutes and more', needs: 'n8n, a quiet machine' },
		writes: `${results('benchmark')}, docs/maintainers/benchmark.md`,
		module: of('bench'),
	},
	'broken-lines': {
		shows: 'Whether the tests find lines that are broken at random places of lib and nodes',
		...{ takes: '20 minutes', needs: 'a quiet machine', writes: results('broken-lines') },
		module: of('brokenLines'),
	},
	cluster: {
		shows: 'One process with 14 limiters, and up to 32 that share a key, in simulated time',
		...{ takes: '2 to 3 minutes a seed', writes: results('cluster') },
		source: inTypeScript('cluster'),
	},
	compat: {
		shows: 'Nodes, credentials, trigger and examples in real n8n 1.123.81 and 2.41.1',
		...{ takes: '5 minutes each', needs: 'n8n, PostgreSQL', writes: results('compatibility') },
		module: of('compat'),
	},
	drift: {
		shows: 'Answers as a later version of the interface may send them, one change at a time',
		...{ takes: '4 minutes', writes: results('drift') },
		module: of('drift'),
	},
	enclave: {
		shows:
			'Evidence of enclaves with one byte changed, and encrypted chats with requests in trouble',
		...{ takes: '5 minutes', writes: results('enclave') },
		source: inTypeScript('enclave'),
	},
	'exactly-once': {
		shows: 'The trigger in a real n8n that is killed 32 times and cut off from its databases',
		...{ takes: 'two hours an engine', needs: 'n8n, PostgreSQL' },
		writes: results('exactly-once/*'),
		module: of('exactlyOnce'),
	},
	fallback: {
		shows:
			'Items with Fallback Models while half of the requests meet trouble, or a model is dead in each way',
		...{ takes: '15 minutes', writes: results('fallback') },
		source: inTypeScript('fallback'),
	},
	faults: {
		shows: 'Every paid operation under faults, statuses and jobs in trouble, against the ledger',
		takes: 'an hour',
		writes: 'test/proofs/results/{faults,lost-answers,statuses,jobs}.json, docs/images/faults.svg',
		module: 'test/proofs/faults/run.mjs',
	},
	film: {
		shows: 'What a new user does after npm start, as a film with captions',
		...{ takes: 'two minutes', needs: 'n8n, Chromium', writes: 'docs/demo.webm' },
		module: of('film'),
	},
	fuzz: {
		shows: 'Hostile input with planted secrets for the functions that read it',
		...{ takes: 'an hour', writes: results('fuzz') },
		source: inTypeScript('fuzz'),
	},
	'large-files': {
		shows: 'What a film of 300 MB and a recording of 240 MB cost a real n8n in memory',
		...{ takes: '8 minutes', needs: 'n8n, Linux', writes: results('large-files') },
		module: of('largeFiles'),
	},
	live: {
		shows: 'Each group of operations once against a deployment, within 0.50 USD',
		...{ takes: 'a minute or two', needs: 'LIVE_BASE_URL, LIVE_API_KEY', writes: results('live') },
		source: inTypeScript('live'),
	},
	mutations: {
		shows: 'Answers of the service that are changed by chance, for every operation',
		...{ takes: '20 minutes', writes: results('mutations') },
		module: of('mutations'),
	},
	queue: {
		shows: "n8n's main process, a webhook processor and two workers",
		...{ takes: '5 to 7 minutes', needs: 'n8n, PostgreSQL, Redis' },
		module: 'test/host/queue.mjs',
	},
	recordings: {
		shows: 'Damaged recordings: each second is transcribed, named as a gap, or refused',
		...{ takes: 'half an hour', needs: 'ffmpeg, lame, flac, opus-tools, mkvtoolnix' },
		...{ writes: results('recordings'), source: inTypeScript('recordings') },
	},
	registry: {
		shows: 'The release workflow up to a registry on loopback, and from there into a real n8n',
		...{ takes: '15 minutes', needs: 'n8n, Chromium', writes: results('registry') },
		module: of('registry'),
	},
	report: {
		shows: 'Spend reports against SQL, and of 10,000 random months against exact arithmetic',
		...{ takes: '25 minutes', writes: results('report-proof') },
		...{ source: inTypeScript('report'), flags: ['--expose-gc'] },
	},
	seeds: {
		shows: 'The randomized tests with all their rounds, the large tables with all their rows',
		...{ takes: '3 minutes', writes: results('seeds') },
		module: of('seeds'),
	},
	stop: {
		shows: 'Paid nodes in a real n8n that are stopped or killed: what is named, what a retry pays',
		...{ takes: '4 to 8 minutes', needs: 'n8n; PostgreSQL and Redis for queue mode' },
		...{ writes: results('stop-*'), module: of('stop') },
	},
	stress: {
		shows: '200 rounds of an AI Agent under faults with both chat models',
		...{ takes: 'half an hour', needs: 'n8n', writes: results('ai-stress') },
		module: of('stress'),
	},
	subtitles: {
		shows: 'Subtitles changed by chance, beside ffmpeg and a parser by the rules of the W3C',
		...{ takes: '4 minutes', needs: 'ffmpeg', writes: results('subtitles') },
		source: inTypeScript('subtitles'),
	},
	transcribe: {
		shows: 'Ten hours of speech from a known text, transcribed in parts',
		...{ takes: 'half an hour', needs: 'ffmpeg, flac, opus-tools', writes: results('transcribe') },
		source: inTypeScript('transcribe'),
	},
	trial: {
		shows: "A new user's way to the first result of twelve tasks, beside n8n's own nodes",
		...{ takes: 'minutes', needs: 'n8n, Chromium', writes: `${results('trial')}, docs/images` },
		module: of('trial'),
	},
	'work-list': {
		shows: 'The example work-list in a real n8n that is killed while it works',
		...{ takes: '12 minutes', needs: 'n8n, PostgreSQL', writes: results('exactly-once/work-list') },
		module: of('workList'),
	},
};

/** What writes or looks through files of the repository. @type {Record<string, Proof>} */
export const TOOLS = {
	advisories: {
		shows: 'That no advisory is known of the bundled packages',
		...{ takes: 'seconds', module: '.ci/audit.mjs' },
	},
	coverage: {
		shows: 'Every operation and field against what arrived on the wire (.host/coverage.md)',
		...{ takes: 'half a minute', jest: ['n8n-2.41', 'test/coverage'] },
	},
	pages: {
		shows: 'The pages with figures, from the committed results',
		takes: 'seconds',
		writes: 'docs/maintainers/{measured,benchmark}.md',
		module: of('pages'),
	},
	release: {
		shows: 'A dry run of a release, and what still keeps the package from it',
		...{ takes: 'minutes', module: '.ci/release.mjs' },
	},
	sbom: {
		shows:
			'The packages that the last build bundled, as a CycloneDX list in the file that is named',
		...{ takes: 'seconds', module: '.ci/sbom.mjs' },
	},
	schemas: {
		shows:
			'The schema of the output of each operation, by running it (OPERATION=speech/generate: one)',
		...{ takes: 'a minute', writes: 'nodes/*/__schema__, docs/outputs.md' },
		...{ jest: ['n8n-2.41', 'nodes/schemas'], env: { SCHEMAS: 'write' } },
	},
	screenshots: {
		shows: 'The pictures of the documentation, from a running editor',
		...{ takes: 'minutes', needs: 'n8n, Chromium', writes: 'docs/images' },
		module: 'test/host/screenshots.mjs',
	},
	service: {
		shows: 'The local service alone, until Ctrl-C',
		...{ takes: '', source: 'test/service/start.ts' },
	},
	surface: {
		shows: 'What saved workflows depend on; at a release, or for a change that is meant',
		...{ takes: 'seconds', writes: 'test/fixtures/surface.json' },
		...{ jest: ['plain', 'release/surface'], env: { SURFACE_PAGE: 'write' } },
	},
};

/** Runs a command to its end, and passes on what ends this process. @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function run(command, args, env) {
	const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
	for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
		process.on(signal, () => child.kill(signal));
	const [status] = await once(child, 'exit');
	return status ?? 1;
}

/** @param {string} name @param {Proof} proof @param {string[]} words */
async function play(name, { module, source, flags = [], jest, env }, words) {
	if (jest !== undefined) {
		const [project, pattern] = jest;
		const chosen = ['--selectProjects', project, '--testPathPatterns', pattern];
		return await run('npm', ['run', 'jest', '--', ...chosen, ...words], env);
	}
	let file = module;
	if (source !== undefined) {
		file = `.host/${name}.cjs`;
		const target = { outfile: file, bundle: true, platform: 'node', target: 'node20' };
		await build({ entryPoints: [source], ...target, packages: 'external', logLevel: 'warning' });
	}
	const status = await run('node', [...flags, file, ...words], env);
	// A bundle brings no Prettier of its own.
	if (source !== undefined)
		await run('npx', ['prettier', '--log-level', 'warn', '--write', 'test/proofs/results']);
	return status;
}

/** @param {string} title @param {Record<string, Proof>} rows */
function list(title, rows) {
	console.log(`\n${title}`);
	for (const [name, { shows, takes, needs, writes }] of Object.entries(rows)) {
		console.log(`  ${name.padEnd(14)}${shows}`);
		const facts = [takes, needs && `needs ${needs}`, writes && `writes ${writes}`];
		console.log(`  ${''.padEnd(14)}${facts.filter(Boolean).join('; ')}`);
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const [name, ...words] = process.argv.slice(2);
	const chosen = { ...PROOFS, ...TOOLS }[name ?? ''];
	if (chosen !== undefined && name !== undefined) {
		process.exitCode = await play(name, chosen, words);
	} else {
		if (name !== undefined) console.error(`There is no proof "${name}".`);
		console.log('npm run proof -- NAME, with words for it behind the name');
		list('Proofs', PROOFS);
		list('Files and checks', TOOLS);
		process.exitCode = name === undefined ? 0 : 1;
	}
}
