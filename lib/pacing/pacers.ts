import { clock } from '../base/clock';
import { Pacer } from './pacer';

/** An expression can name any number of accounts; those that were not used for ten minutes are forgotten. */
const MANY = 100;
const FORGOTTEN_MS = 600_000;

/** The pacers of this process, by account; a new process knows nothing of limits. */
export const pacers = new Map<string, Pacer>();

/** The pacer of an account, shared by all nodes of this process: `most` calls in flight at once, `processes` where the credential states them. */
export function pacerOf(account: string, most?: number, processes?: number): Pacer {
	const name = `${account} ${processes ?? ''}`;
	const known = pacers.get(name);
	if (known !== undefined) return known;
	if (pacers.size >= MANY) forgetIdle();
	const pacer = new Pacer(most, processes);
	pacers.set(name, pacer);
	return pacer;
}

function forgetIdle(): void {
	for (const [name, { idle, usedAt }] of pacers) {
		if (idle && clock.steady() - usedAt > FORGOTTEN_MS) pacers.delete(name);
	}
}
