import { useBefore, type Used } from './keyOfMany';
import { limiterOf } from './limiters';
import { AT_ONCE, tokensOf, type Scenario } from './simulation';

/**
 * The least time in milliseconds in which these calls could be made by someone who knows the limiter and everything that comes: the items have
 * their places in order, each call goes as soon as the limiter takes it, takes as long as it took, and no more than 20 fail in half a minute.
 */
export function leastTime(scenario: Scenario, calls: Used[], durations: number[]): number {
	const start = 3_600_000;
	const limiter = limiterOf(scenario.limiter, scenario.limit, () => 1);
	useBefore(limiter, scenario, start);
	const places = Array.from({ length: AT_ONCE * scenario.processes }, () => start);
	const tokens = tokensOf(scenario.seed);
	const lastOf = new Map<number, number>();
	let end = start;
	for (const [sent, { model, failed }] of inTurn(calls).entries()) {
		const place = places.indexOf(Math.min(...places));
		const free = Math.max(places[place] ?? start, lastOf.get(model) ?? start);
		const at = Math.max(free, limiter.roomAt(free, model));
		limiter.take(at, model);
		if (!failed) limiter.spend(at, model, tokens());
		lastOf.set(model, at);
		places[place] = at + (durations[sent] ?? 0);
		end = Math.max(end, places[place] ?? at);
	}
	const byFailures = (Math.ceil(calls.filter(({ failed }) => failed).length / 20) - 1) * 30_000;
	return Math.max(end - start, byFailures) + scenario.outageMs;
}

/** The calls in the order of the items, which name one model after the other. */
function inTurn(calls: Used[]): Used[] {
	const seen = new Map<number, number>();
	const turns = calls.map((call) => {
		const turn = seen.get(call.model) ?? 0;
		seen.set(call.model, turn + 1);
		return { ...call, turn };
	});
	return turns.sort((a, b) => a.turn - b.turn || a.model - b.model);
}
