import { spawn } from 'node:child_process';
import { endGroup } from './endGroup.mjs';
import { PlainError } from './plainError.mjs';

const tailLength = 4_000;

/**
 * Runs a command to its end without showing what it prints, and gives its standard output.
 * The signal ends it together with all that it started.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, what: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} options what: for the sentence when it fails
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd, what, env = process.env, signal }) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env,
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const abort = () => endGroup(child.pid);
		if (signal?.aborted) abort();
		signal?.addEventListener('abort', abort, { once: true });
		let output = '';
		let printed = '';
		child.stdout.on('data', (chunk) => {
			output += chunk;
			printed = (printed + chunk).slice(-tailLength);
		});
		child.stderr.on('data', (chunk) => {
			printed = (printed + chunk).slice(-tailLength);
		});
		child.on('error', (error) => reject(new PlainError(`${what} did not start: ${error.message}`)));
		child.on('close', (code) => {
			signal?.removeEventListener('abort', abort);
			if (code === 0) resolve(output);
			else
				reject(new PlainError(`${what} failed (exit code ${code}). Its last lines:\n${printed}`));
		});
	});
}

/**
 * Runs npm with the Node that runs this script, so that it works where npm is no executable file.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 */
export function npm(args, options) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js')
		? run(process.execPath, [cli, ...args], options)
		: run('npm', args, options);
}
