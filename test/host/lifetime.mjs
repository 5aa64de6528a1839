import { describeError } from './plainError.mjs';

/** @typedef {() => Promise<unknown> | unknown} Stop */

const signals = /** @type {const} */ ([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
]);

/**
 * Keeps the list of what has to be stopped. The last started is stopped first, each once, also after a signal.
 * @param {{ onSignal?: () => void }} [options]
 */
export function lifetime({ onSignal } = {}) {
	/** @type {Stop[]} */
	const stops = [];
	const ending = new AbortController();
	/** @type {Promise<void> | undefined} */
	let stopping;

	const stopAll = () => {
		ending.abort();
		stopping ??= (async () => {
			for (const stop of stops.reverse()) {
				try {
					await stop();
				} catch (error) {
					console.error(error);
				}
			}
		})();
		return stopping;
	};

	/** @param {number} code */
	const stopAndExit = (code) => {
		if (!stopping) onSignal?.();
		void stopAll().then(() => process.exit(code));
	};
	for (const [signal, code] of signals) process.on(signal, () => stopAndExit(code));
	// Whoever read the output is gone, such as `head` behind a pipe: without this, n8n would go on alone.
	process.stdout.on('error', () => stopAndExit(141));
	if (process.env.npm_lifecycle_event) {
		// A signal to npm ends the shell between npm and this process without reaching this process.
		const parent = process.ppid;
		setInterval(() => process.ppid !== parent && stopAndExit(143), 1_000).unref();
	}

	return {
		/** Aborted as soon as everything is being stopped. */
		signal: ending.signal,
		/** @param {Stop} stop */
		add: (stop) => void stops.push(stop),
		stopAll,
		/** Runs what a script is for, stops everything, and ends the process. @param {() => Promise<void>} main */
		async run(main) {
			try {
				await main();
			} catch (error) {
				if (!ending.signal.aborted) console.error(describeError(error));
				process.exitCode = 1;
			}
			await stopAll();
			process.exit();
		},
	};
}
