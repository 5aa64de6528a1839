import { callOf, markOf } from './load.mjs';

/** @typedef {import('./play.mjs').Outcome} Outcome */
/** @typedef {{ rawBody?: string, body?: any, charge?: string, status: number, blocked?: boolean, fault?: { kind: string, processed: boolean } }} Entry */

const words = {
	tools: [/First heard pear.*Second heard plum/s],
	reasoning: [/First heard pear.*Second heard plum.*First heard fig.*Second heard lime/s],
	stopped: [],
};

/** @param {Outcome} outcome */
const isAnswered = ({ kind, status, output }) =>
	status === 'success' && words[kind].every((pattern) => pattern.test(output));

/**
 * The rounds set against the ledger of the service.
 * @param {readonly Outcome[]} outcomes
 * @param {{ journal: readonly Entry[], ledger: readonly { requestId: string, usd: number }[], tokens: Map<string, number> }} service tokens by request ID
 */
export function account(outcomes, { journal, ledger, tokens }) {
	const usd = new Map(ledger.map(({ requestId, usd: amount }) => [requestId, amount]));
	const requests = journal.filter((entry) => markOf(entry) !== undefined);
	const charged = requests.filter(({ charge }) => charge !== undefined);
	const sum = (/** @type {number[]} */ values) => values.reduce((all, one) => all + one, 0);
	const perTurn = Map.groupBy(charged, callOf);
	const perRound = Map.groupBy(charged, (entry) => markOf(entry) ?? '');
	const bill = (/** @type {Entry[]} */ entries) => ({
		tokens: sum(entries.map(({ charge }) => tokens.get(charge ?? '') ?? 0)),
		usd: sum(entries.map(({ charge }) => usd.get(charge ?? '') ?? 0)),
	});
	const billOf = ({ mark }) => bill(perRound.get(mark) ?? []);
	const whole = outcomes.filter(({ kind }) => kind !== 'stopped');
	const answered = whole.filter(isAnswered);
	const failed = whole.filter((one) => !isAnswered(one));
	const stopped = outcomes.filter(({ kind }) => kind === 'stopped');
	const spent = bill(charged).usd;
	const silent = failed.filter((one) => {
		const lost = billOf(one).tokens > one.tokens;
		return lost && !/charged/.test(one.error);
	});
	return {
		rounds: outcomes.length,
		answered: count(answered),
		failed: count(failed),
		requests: requests.length,
		trouble: requests.filter(({ fault }) => fault && fault.kind !== 'queued').length,
		blocked: requests.filter(({ blocked }) => blocked).length,
		charges: charged.length,
		usd: spent,
		usdPerAnswer: spent / Math.max(1, answered.length),
		chargedTwice: [...perTurn.values()].filter((entries) => entries.length > 1).length,
		lostSilently: silent.length,
		tokensRight: answered.filter((one) => one.tokens === billOf(one).tokens).length,
		tokensShown: sum(answered.map((one) => one.tokens)),
		tokensCharged: sum(answered.map((one) => billOf(one).tokens)),
		costShown: sum(answered.map((one) => one.cost)),
		costCharged: sum(answered.map((one) => billOf(one).usd)),
		stopped: {
			rounds: stopped.length,
			canceled: stopped.filter(({ status }) => status === 'canceled').length,
			requests: requests.filter((entry) => stopped.some(({ mark }) => mark === markOf(entry)))
				.length,
		},
		errors: tally(failed.map(({ error }) => plain(error))),
	};
}

/** @param {readonly Outcome[]} outcomes */
function count(outcomes) {
	const of = (/** @type {string} */ wanted) =>
		outcomes.filter(({ kind }) => kind === wanted).length;
	return { all: outcomes.length, tools: of('tools'), reasoning: of('reasoning') };
}

/** Errors without what differs from one to the next. @param {string} error */
const plain = (error) =>
	error.replaceAll(/Request ID \S+/g, 'Request ID …').replaceAll(/\d+(\.\d+)? s\b/g, '… s');

/** @param {string[]} texts @returns {Record<string, number>} */
function tally(texts) {
	/** @type {Record<string, number>} */
	const counts = {};
	for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
	return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}
