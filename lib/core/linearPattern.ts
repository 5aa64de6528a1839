/** How many steps the search of patterns may still take. */
export interface PatternBudget {
	steps: number;
}

/** Adds what a part of a pattern looks for, before what follows it; returns where it begins. */
type Part = (next: number) => number;

const TOO_LONG = 'its patterns take too long to search';

/** The end of a pattern, or of what is looked for ahead. */
const END = -1;
/** A pattern that repeats what repeats, many times each, has more. */
const MAX_STATES = 10_000;
const TOKEN =
	/\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|\\(?:u\{[^}]*\}?|u.{4}|x..|c.|[pP]\{[^}]*\}?|k<[^>]*>?|[1-9]\d*|.)|\[(?:[^\]\\]|\\.)*\]?|\(\?(?:[:=!]|<[=!]|<[^>]*>?|[a-z-]{0,9}:)|\{(\d+)(?:(,)(\d*))?\}\??|[*+?]\??|./gsu;

/**
 * A regular expression of ECMAScript with the flag u, which it must be valid with, whose search takes time that grows as the text does: it follows all
 * ways at once (K. Thompson, Regular Expression Search Algorithm, 1968), where the engine of JavaScript tries one after the other and may take forever. Throws a SyntaxError for what no such search can
 * find, and a RangeError for too many repeats, or where the budget ends.
 */
export class LinearPattern {
	/** Each leads to the next ones, takes one sign, or demands something of its place. */
	private readonly states: Array<{
		next: number[];
		sign?: RegExp;
		holds?(signs: readonly string[], at: number, budget: PatternBudget): boolean;
	}> = [];

	private readonly tokens: RegExpExecArray[];

	private at = 0;

	private readonly start: number;

	constructor(readonly source: string) {
		this.tokens = [...source.matchAll(TOKEN)];
		this.start = this.readChoices()(END);
	}

	test(text: string, budget: PatternBudget): boolean {
		// A text takes a step for each sign at least, and its signs much more memory than the text.
		if (text.length / 2 > budget.steps) throw new RangeError(TOO_LONG);
		return this.search([...text], 0, this.start, budget, true);
	}

	private search(
		signs: readonly string[],
		from: number,
		start: number,
		budget: PatternBudget,
		isAnywhere: boolean,
	): boolean {
		let open = [start];
		for (let at = from; at <= signs.length && open.length > 0; at++) {
			const taken = new Set<number>();
			const following: number[] = [];
			for (let index = open.pop(); index !== undefined; index = open.pop()) {
				if (index === END) return true;
				if (taken.has(index)) continue;
				taken.add(index);
				if (--budget.steps < 0) throw new RangeError(TOO_LONG);
				const { next = [], sign, holds } = this.states[index] ?? {};
				if (sign === undefined) {
					if (holds?.(signs, at, budget) !== false) open.push(...next);
				} else if (sign.test(signs[at] ?? '')) following.push(...next);
			}
			open = isAnywhere ? [...following, start] : following;
		}
		return false;
	}

	private add(state: (typeof this.states)[number]): number {
		if (this.states.length >= MAX_STATES)
			throw new RangeError(`the pattern "${this.source}" repeats too much`);
		return this.states.push(state) - 1;
	}

	/** Up to the end bracket of a group, or the end. */
	private readChoices(): Part {
		const choices: Part[] = [];
		do choices.push(this.readSequence());
		while (this.tokens[this.at++]?.[0] === '|');
		return (next) => this.add({ next: choices.map((choice) => choice(next)) });
	}

	private readSequence(): Part {
		const parts: Part[] = [];
		for (;;) {
			const [token = ')'] = this.tokens[this.at] ?? [];
			if (token === '|' || token === ')')
				return (next) => parts.reduceRight((following, part) => part(following), next);
			this.at++;
			parts.push(this.readRepeats(this.readPart(token)));
		}
	}

	private readPart(token: string): Part {
		if (token === '(' || token === '(?:' || /^\(\?<[^=!]/.test(token)) return this.readChoices();
		if (token === '(?=' || token === '(?!') return this.readAhead(token === '(?=');
		if (token === '^') return this.demand((_signs, at) => at === 0);
		if (token === '$') return this.demand((signs, at) => at === signs.length);
		if (token === '\\b' || token === '\\B') {
			const isWord = (sign = '') => /\w/.test(sign);
			return this.demand(
				(signs, at) => (isWord(signs[at - 1]) !== isWord(signs[at])) === (token === '\\b'),
			);
		}
		if (/^(?:\(\?|\\[1-9k])/.test(token))
			throw new SyntaxError(`the pattern "${this.source}" uses "${token}", which is not supported`);
		const sign = new RegExp(`^${token}$`, 'u');
		return (next) => this.add({ sign, next: [next] });
	}

	private readAhead(isWanted: boolean): Part {
		const start = this.readChoices()(END);
		return this.demand(
			(signs, at, budget) => this.search(signs, at, start, budget, false) === isWanted,
		);
	}

	private demand(holds: NonNullable<(typeof this.states)[number]['holds']>): Part {
		return (next) => this.add({ holds, next: [next] });
	}

	private readRepeats(part: Part): Part {
		const [token = '', least, comma, most] = this.tokens[this.at] ?? [];
		if (!/^(?:[*+?]|\{\d)/.test(token)) return part;
		this.at++;
		const min = Number(least ?? (token.startsWith('+') ? 1 : 0));
		const isOpen = /^[*+]/.test(token) || (comma === ',' && most === '');
		const max = token.startsWith('?') ? 1 : Number(most || least);
		return (next) => {
			let first = next;
			if (isOpen) {
				first = this.add({ next: [next] });
				this.states[first]?.next.push(part(first));
			} else
				for (let count = min; count < max; count++) first = this.add({ next: [part(first), next] });
			for (let count = 0; count < min; count++) first = this.add({ next: [part(first)] });
			return first;
		};
	}
}
