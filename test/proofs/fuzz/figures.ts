import type { Wrong } from './fuzzer';
import type { Played } from './worker';

/** What a run came to. */
export class Figures {
	readonly problems: string[] = [];

	private readonly wrong: Record<Wrong | 'hang', number> = {
		crash: 0,
		hang: 0,
		leak: 0,
		property: 0,
	};

	private readonly kinds = new Map<string, Record<string, number>>();

	/** How many cases were played to their end. */
	get cases(): number {
		return [...this.kinds.values()].reduce((sum, ends) => sum + total(ends), 0);
	}

	add({ fuzzer, ends, finding }: Played): void {
		const known = this.kinds.get(fuzzer) ?? {};
		for (const [end, count] of Object.entries(ends)) known[end] = (known[end] ?? 0) + count;
		this.kinds.set(fuzzer, known);
		if (finding === undefined) return;
		this.wrong[finding.wrong]++;
		this.problems.push(`${fuzzer}: ${finding.message.split('\n')[0]}`);
	}

	/** Notes that nothing came any more. */
	stopped(problem: string): void {
		this.wrong.hang++;
		this.problems.push(problem);
	}

	/** The figures as they are committed. */
	report({ seed, date, began }: { seed: number; date: string; began: number }) {
		const { crash: crashes, hang: hangs, leak: leaks, property: brokenProperties } = this.wrong;
		const kinds = [...this.kinds].map(([kind, ends]) => [kind, { cases: total(ends), ends }]);
		return {
			what: 'Hostile input for the functions that read it, by npm run proof -- fuzz',
			...{ node: process.version, date, seed },
			minutes: Math.round((Date.now() - began) / 6_000) / 10,
			cases: this.cases,
			...{ crashes, hangs, leaks, brokenProperties },
			kinds: Object.fromEntries(kinds) as Record<string, unknown>,
		};
	}
}

const total = (ends: Record<string, number>) =>
	Object.values(ends).reduce((sum, count) => sum + count, 0);
