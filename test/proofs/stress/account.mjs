import { callOf, markOf } from './load.mjs';

/** @typedef {import('./play.mjs').Outcome} Outcome */
/** @typedef {{ rawBody?: string, body?: any, charge?: string, status: number, blocked?: boolean, fault?: { kind: string, processed: boolean } }} Entry */
/** @typedef {{ journal: readonly Entry[], ledger: readonly { requestId: string, usd: number }[], tokens: Map<string, number> }} Service tokens by request ID */

const wanted = {
	tools: /First heard pear.*Second heard plum/s,
	reasoning: /First heard pear.*Second heard plum.*First heard fig.*Second heard lime/s,
	stopped: /^$/,
};

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((all, one) => all + one, 0);

/** @template T @param {readonly T[]} values @param {(value: T) => string} keyOf @returns {Map<string, T[]>} */
function grouped(values, keyOf) {
	/** @type {Map<string, T[]>} */
	const groups = new Map();
	for (const value of values) {
		const key = keyOf(value);
		groups.set(key, [...(groups.get(key) ?? []), value]);
	}
	return groups;
}

/** @param {Outcome} outcome */
const isAnswered = ({ kind, status, output }) => status === 'success' && wanted[kind].test(output);

/** What the service charged, as a whole and by round. @param {Service} service */
function bills({ journal, ledger, tokens }) {
	const usd = new Map(ledger.map(({ requestId, usd: amount }) => [requestId, amount]));
	const charged = journal.filter((entry) => markOf(entry) && entry.charge !== undefined);
	const perRound = grouped(charged, (entry) => markOf(entry) ?? '');
	const perTurn = grouped(charged, callOf);
	const bill = (/** @type {readonly Entry[]} */ entries) => ({
		tokens: sum(entries.map(({ charge }) => tokens.get(charge ?? '') ?? 0)),
		usd: sum(entries.map(({ charge }) => usd.get(charge ?? '') ?? 0)),
	});
	/** Rounds with a turn that was charged more than once, each as often as it has one. */
	const twice = [...perTurn.values()]
		.filter((entries) => entries.length > 1)
		.map(([entry]) => markOf(entry ?? {}));
	return {
		charges: charged.length,
		twice,
		/** @param {Outcome} outcome */
		of: ({ mark }) => bill(perRound.get(mark) ?? []),
	};
}

/**
 * The rounds set against the ledger of the service.
 * @param {readonly Outcome[]} outcomes
 * @param {Service} service
 */
export function account(outcomes, service) {
	const bill = bills(service);
	const requests = service.journal.filter((entry) => markOf(entry) !== undefined);
	const whole = outcomes.filter(({ kind }) => kind !== 'stopped');
	const answered = whole.filter(isAnswered);
	const failed = whole.filter((one) => !isAnswered(one));
	/** What was charged and is not in the run data. @param {Outcome} one */
	const lost = (one) => bill.of(one).tokens > one.tokens;
	/** @param {Outcome} one */
	const told = ({ error, said }) => /charged/.test(`${error} ${said}`);
	const charged = sum(whole.map((one) => bill.of(one).usd));
	/** What one answer of rounds of the same length cost, with what was charged for those that failed. @param {readonly Outcome[]} rounds */
	const usdPerAnswer = (rounds) => {
		const cost = sum(rounds.map((one) => bill.of(one).usd));
		return rounded(cost / Math.max(1, rounds.filter(isAnswered).length));
	};
	const unseen = new Set(outcomes.filter((one) => !told(one)).map(({ mark }) => mark));
	return {
		rounds: whole.length,
		answered: count(answered),
		failed: {
			free: failed.filter((one) => !lost(one)).length,
			told: failed.filter((one) => lost(one) && told(one)).length,
			silent: failed.filter((one) => lost(one) && !told(one)).length,
		},
		requests: requests.length,
		trouble: requests.filter(({ fault }) => fault && fault.kind !== 'queued').length,
		blocked: requests.filter(({ blocked }) => blocked).length,
		charges: bill.charges,
		usdPerAnswer: usdPerAnswer(whole.filter(({ kind }) => kind === 'tools')),
		chargedTwice: bill.twice.length,
		chargedTwiceUnseen: bill.twice.filter((mark) => unseen.has(mark ?? '')).length,
		tokens: {
			shown: sum(whole.map((one) => one.tokens)),
			charged: sum(whole.map((one) => bill.of(one).tokens)),
		},
		cost: {
			shown: rounded(sum(whole.map((one) => one.cost))),
			charged: rounded(charged),
		},
		stopped: stopped(outcomes, requests),
		errors: tally(failed.map(({ error }) => plain(error))),
	};
}

/** As the service counts: to ten decimals. @param {number} usd */
const rounded = (usd) => Number(usd.toFixed(10));

/** @param {readonly Outcome[]} outcomes @param {readonly Entry[]} requests */
function stopped(outcomes, requests) {
	const those = outcomes.filter(({ kind }) => kind === 'stopped');
	const marks = new Set(those.map(({ mark }) => mark));
	return {
		rounds: those.length,
		canceled: those.filter(({ status }) => status === 'canceled').length,
		requests: requests.filter((entry) => marks.has(markOf(entry) ?? '')).length,
	};
}

/** @param {readonly Outcome[]} outcomes */
function count(outcomes) {
	const of = (/** @type {string} */ one) => outcomes.filter(({ kind }) => kind === one).length;
	return { all: outcomes.length, tools: of('tools'), reasoning: of('reasoning') };
}

/** Errors without what differs from one to the next. @param {string} error */
const plain = (error) =>
	error
		.replaceAll(/Request ID \S+/g, 'Request ID …')
		.replaceAll(/\d+(\.\d+)? s\b/g, '… s')
		.replaceAll(/127\.0\.0\.1:\d+/g, '…');

/** @param {string[]} texts @returns {Record<string, number>} */
function tally(texts) {
	/** @type {Record<string, number>} */
	const counts = {};
	for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
	return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}
