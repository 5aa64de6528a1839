import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { endGroup } from './endGroup.mjs';
import { PlainError } from './plainError.mjs';
import { tail } from './tail.mjs';

const startLimitMs = 30_000;
const stopLimitMs = 10_000;

/** @typedef {{ uid: number, gid: number }} User */

/**
 * A user without rights, for programs that refuse to run as root; nothing when we are not root.
 * @param {string[]} names the first that this machine knows is taken
 * @returns {User | undefined}
 */
export function plainUser(names) {
	if (process.getuid?.() !== 0) return undefined;
	for (const name of names) {
		try {
			/** @param {string} flag */
			const id = (flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
			return { uid: id('-u'), gid: id('-g') };
		} catch {
			// not known here
		}
	}
	throw new PlainError(`None of the users ${names.join(', ')} is on this machine.`);
}

/**
 * Starts a server program in a group of its own and waits until it answers; `life` stops it.
 * @param {object} options
 * @param {string} options.what for sentences, for example "Redis"
 * @param {string} options.command
 * @param {string[]} options.args
 * @param {string} options.cwd
 * @param {string} options.logFile
 * @param {User} [options.user] runs it as this user
 * @param {NodeJS.Signals} options.stopSignal what ends it in order
 * @param {() => Promise<unknown>} options.answers rejects while it is not ready
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} options.life
 */
export async function startDaemon({
	what,
	command,
	args,
	cwd,
	logFile,
	user,
	stopSignal,
	answers,
	life,
}) {
	life.signal.throwIfAborted();
	const log = createWriteStream(logFile);
	const child = spawn(command, args, {
		cwd,
		...user,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	child.once('error', (error) => log.write(`${error.message}\n`));
	let ended = false;
	const exited = new Promise((resolve) => child.once('close', resolve)).then(() => {
		ended = true;
	});
	life.add(async () => {
		if (!ended) child.kill(stopSignal);
		await Promise.race([exited, wait(stopLimitMs, undefined, { ref: false })]);
		endGroup(child.pid);
		log.end();
	});

	for (const limit = Date.now() + startLimitMs; !ended && Date.now() < limit; await wait(100)) {
		life.signal.throwIfAborted();
		const [outcome] = await Promise.allSettled([answers()]);
		if (outcome.status === 'fulfilled') return;
	}
	const reason = ended ? 'stopped while starting' : `did not answer in ${startLimitMs / 1000} s`;
	throw new PlainError(`${what} ${reason}. Its last lines:\n${tail(logFile)}`);
}
