const everyMs = 5_000;

/** @param {number} ms */
export function inSeconds(ms) {
	const seconds = Math.round(ms / 1000);
	return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A line of progress, in the place of the one before where a person looks on. @param {string} line */
function progress(line) {
	if (process.stdout.isTTY) process.stdout.write(`\r${line}\u001b[K`);
	else console.log(line);
}

/**
 * Runs one step of a longer job: prints what starts, every few seconds that it is still running, and how long it took.
 * @template T
 * @param {string} what for example "Installing n8n"
 * @param {(note: (detail: string | (() => string)) => void) => Promise<T>} work may note a detail for the next line
 * @returns {Promise<T>}
 */
export async function step(what, work) {
	const started = Date.now();
	/** @type {string | (() => string)} */
	let detail = '';
	console.log(`${what} ...`);
	const ticker = setInterval(() => {
		const text = typeof detail === 'function' ? detail() : detail;
		progress(`  ${inSeconds(Date.now() - started)}: ${text || 'still running'}`);
	}, everyMs);
	try {
		const result = await work((next) => {
			detail = next;
		});
		progress(`  done in ${inSeconds(Date.now() - started)}`);
		if (process.stdout.isTTY) console.log();
		return result;
	} finally {
		clearInterval(ticker);
	}
}
