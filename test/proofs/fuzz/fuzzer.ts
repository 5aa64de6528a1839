import fc from 'fast-check';

import { ServiceFailure } from '../../../lib/core/failure';
import { requireNoSecret } from './secrets';

/** A function that ships, hostile input for it, and what must hold whatever comes. */
export interface Fuzzer<T = unknown> {
	name: string;
	/** How many cases a round has: fewer where one takes long. */
	runs: number;
	/** Only values that JSON can hold, so that a case can be kept in the corpus. */
	cases: fc.Arbitrary<T>;
	/** Throws when something is wrong; otherwise says in a word how it ended. */
	check(value: T): Promise<string> | string;
}

export type Wrong = 'crash' | 'leak' | 'property';

/** What a check throws when the package did what it must never do. */
export class Defect extends Error {
	constructor(
		readonly wrong: Wrong,
		message: string,
		cause?: unknown,
	) {
		super(message, { cause });
	}
}

/** Throws a Defect when something that must hold does not. */
export function must(holds: boolean, what: string): asserts holds {
	if (!holds) throw new Defect('property', what);
}

type Outcome<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Error };

/**
 * What a function gave, or the failure with which it refused; any other error is a crash. Neither may show a secret.
 * `allowed` is another class of error that its callers expect.
 */
export async function attempt<T>(
	run: () => T | Promise<T>,
	allowed: new (...given: never[]) => Error = ServiceFailure,
): Promise<Outcome<T>> {
	const outcome = await outcomeOf(run);
	const { failure } = outcome;
	if (failure && !(failure instanceof ServiceFailure || failure instanceof allowed)) {
		throw new Defect('crash', `Not one of our errors: ${String(failure)}`, failure);
	}
	const shown = requireNoSecret(outcome.value ?? outcome.failure);
	if (shown !== undefined) throw new Defect('leak', `A secret is shown: ${shown}`);
	return outcome;
}

async function outcomeOf<T>(run: () => T | Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await run() };
	} catch (error) {
		return { failure: error instanceof Error ? error : new Error(String(error)) };
	}
}

export interface Finding {
	fuzzer: string;
	wrong: Wrong;
	message: string;
	seed: number;
	path: string | null;
	/** The smallest case that was found, as the corpus takes it. */
	value: unknown;
}

/** Plays so many cases and counts how they ended; the first that is wrong ends it, made as small as possible. */
export async function play(
	{ name, cases, check }: Fuzzer,
	{ seed, runs }: { seed: number; runs: number },
	ends: Map<string, number>,
	before: () => void = () => undefined,
): Promise<Finding | undefined> {
	const property = fc.asyncProperty(cases, async (value) => {
		before();
		const end = await check(value);
		ends.set(end, (ends.get(end) ?? 0) + 1);
	});
	const played = await fc.check(property, { seed, numRuns: runs });
	if (!played.failed) return undefined;
	const error = played.errorInstance;
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause.stack : '';
	return {
		fuzzer: name,
		wrong: error instanceof Defect ? error.wrong : 'property',
		message: `${String(error)}\n${cause ?? ''}`,
		seed,
		path: played.counterexamplePath,
		value: played.counterexample?.[0],
	};
}
