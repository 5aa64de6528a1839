/** How many rounds a test of chance plays: a few in `npm test`, all of them in `npm run proof -- seeds`. */
export const rounds = (few: number, all: number): number =>
	process.env.SEEDS === 'all' ? all : few;

/** One in so many cases in `npm test`, from `offset` on, where a proof plays them all; all of them in `npm run proof -- seeds`. */
export const sample = <T>(cases: readonly T[], oneIn: number, offset = 0): T[] =>
	cases.filter((_, index) => index % rounds(oneIn, 1) === offset % rounds(oneIn, 1));

/** The seeds of as many rounds, from 1. */
export const seeds = (few: number, all: number): number[] =>
	Array.from({ length: rounds(few, all) }, (_, index) => index + 1);
