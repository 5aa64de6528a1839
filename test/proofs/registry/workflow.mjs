import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { step } from '../../host/progress.mjs';
import { run } from '../../host/run.mjs';

/** @typedef {{ command: string, seconds: number }} Done */

/** What stands for a command that is skipped; the next version has passed them as the first. @type {Record<string, string>} */
const instead = {
	'npm ci': `[ -e node_modules ] || cp -al '${join(repository, 'node_modules')}' node_modules`,
	'npm run lint': 'true',
	'npm test': 'npm run build --silent',
};

/** What the workflow that publishes runs in one of its jobs; steps without a command belong to GitHub. @param {string} clone @param {string} job @returns {string[]} */
function commandsOf(clone, job) {
	const { jobs } = parse(readFileSync(join(clone, '.github/workflows/publish.yml'), 'utf8'));
	const commands = jobs[job].steps.flatMap((/** @type {{ run?: string }} */ one) => one.run ?? []);
	if (commands.length === 0) throw new PlainError(`The job ${job} of publish.yml runs nothing.`);
	return commands;
}

/** @param {string} command @param {string} cwd @param {Record<string, string>} env @param {AbortSignal} signal @returns {Promise<Done>} */
async function timed(command, cwd, env, signal) {
	const started = Date.now();
	const [what] = command.split('\n');
	await step(what, () =>
		run('bash', ['-e', '-c', command], { cwd, what, signal, env: { ...process.env, ...env } }),
	);
	return { command, seconds: Math.round((Date.now() - started) / 1_000) };
}

/**
 * Runs the job of the workflow that builds, from a clean clone to the tarball.
 * @param {{ clone: string, version: string, quick?: boolean, signal: AbortSignal }} options quick: without what takes minutes
 * @returns {Promise<Done[]>}
 */
export async function buildRelease({ clone, version, quick = false, signal }) {
	/** @type {Done[]} */
	const done = [];
	for (const command of commandsOf(clone, 'build')) {
		const chosen = (quick && instead[command]) || command;
		done.push(await timed(chosen, clone, { GITHUB_REF_NAME: `v${version}` }, signal));
	}
	return done;
}

/**
 * Runs the job of the workflow that publishes, in a folder that holds nothing but what the other handed over. Only the
 * registry differs, and that no provenance is signed: the token for it exists in a run at GitHub alone.
 * @param {{ clone: string, registry: { url: string, token: string }, signal: AbortSignal }} options
 * @returns {Promise<Done[]>}
 */
export async function publishRelease({ clone, registry, signal }) {
	const folder = join(clone, 'release');
	const userConfig = join(clone, '.npmrc-of-the-proof');
	const env = {
		NPM_TOKEN: registry.token,
		npm_config_registry: registry.url,
		npm_config_userconfig: userConfig,
	};
	writeFileSync(userConfig, '');
	/** @type {Done[]} */
	const done = [];
	for (const command of commandsOf(clone, 'publish')) {
		if (!command.includes(' --provenance')) throw new PlainError(`Not known: ${command}`);
		done.push(await timed(command.replace(' --provenance', ''), folder, env, signal));
	}
	for (const file of readdirSync(folder)) rmSync(join(folder, file));
	return done;
}
