import { describeError, NotHere } from '../plainError.mjs';

/** @typedef {{ name: string, ok: boolean, ms: number, error?: string }} Check */

/** Runs checks one by one or side by side, prints each as a line, and goes on after one that failed. */
export function checklist() {
	/** @type {Check[]} */
	const checks = [];
	/** @type {string[]} */
	const skipped = [];

	/** @param {string} name @param {Error} reason */
	const skip = (name, { message }) => {
		skipped.push(`${name}: ${message}`);
		console.log(`skipped - ${name}: ${message}`);
	};

	/** @param {string} name @param {() => Promise<unknown> | unknown} work */
	const check = async (name, work) => {
		const started = Date.now();
		try {
			await work();
			checks.push({ name, ok: true, ms: Date.now() - started });
			console.log(`ok - ${name}`);
		} catch (error) {
			if (error instanceof NotHere) return skip(name, error);
			checks.push({ name, ok: false, ms: Date.now() - started, error: describeError(error) });
			console.log(`not ok - ${name}\n${describeError(error).replace(/^/gm, '    ')}`);
		}
	};

	const summary = () => {
		const failed = checks.filter(({ ok }) => !ok).length;
		return { passed: checks.length - failed, failed, skipped, checks };
	};

	return { check, skip, summary };
}

/**
 * What the checks work with.
 * @typedef {object} Scene
 * @property {import('../rest.mjs').Rest} rest
 * @property {any} service the local service, in this process
 * @property {{ id: string, name: string }} credential
 * @property {string} home n8n's user folder
 * @property {boolean} trustsTestEnclaves that the installed package trusts the enclaves of the local service
 * @property {import('../slack.mjs').Slack} slack what stands in for Slack
 * @property {undefined | (() => ReturnType<typeof import('../postgres.mjs').startPostgres>)} startDatabase nothing where this machine has no PostgreSQL
 * @property {undefined | (() => ReturnType<typeof import('../chroma.mjs').startChroma>)} startChroma nothing where this machine cannot run Chroma
 * @property {ReturnType<typeof import('../lifetime.mjs').lifetime>} life stops what a check starts
 * @property {string | undefined} logFile what n8n has printed since its start; nothing where n8n was started elsewhere
 * @property {(name: string, env: Record<string, string>) => ReturnType<typeof import('../n8n.mjs').startN8n>} startAnother another n8n with the package
 * @property {ReturnType<typeof checklist>['check']} check
 */
