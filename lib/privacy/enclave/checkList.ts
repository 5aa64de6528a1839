/** One fact about an enclave: what it has to be, and what it is. */
export interface Check {
	name: string;
	passed: boolean;
	expected: string;
	seen: string;
}

export class Mismatch extends Error {}

const MAX_SEEN_CHARACTERS = 300;

/** Collects the checks of one verification. A check whose facts are missing, because an earlier one failed, fails too. */
export class CheckList {
	readonly entries: Check[] = [];

	get hasPassed(): boolean {
		return this.entries.length > 0 && this.entries.every(({ passed }) => passed);
	}

	/** Makes one check. `look` returns what it found, with words for it, and throws where the fact does not hold. */
	check<T>(name: string, expected: string, look: () => [seen: string, found: T]): T | undefined {
		try {
			const [seen, found] = look();
			this.entries.push({ name, passed: true, expected, seen: seen.slice(0, MAX_SEEN_CHARACTERS) });
			return found;
		} catch (error) {
			const seen = error instanceof Error ? error.message : String(error);
			this.entries.push({
				name,
				passed: false,
				expected,
				seen: seen.slice(0, MAX_SEEN_CHARACTERS),
			});
			return undefined;
		}
	}
}

/** A fact that an earlier check established; throws a Mismatch where it did not. */
export function requireFact<T>(fact: T | undefined): T {
	if (fact === undefined) throw new Mismatch('not checked, because an earlier check failed');
	return fact;
}

export function requireThat(holds: boolean, seen: string): asserts holds {
	if (!holds) throw new Mismatch(seen);
}
