/** How many rounds a test of chance plays: a few in `npm test`, all of them in `npm run seeds`. */
export const rounds = (few: number, all: number): number =>
	process.env.SEEDS === 'all' ? all : few;

/** The seeds of as many rounds, from 1. */
export const seeds = (few: number, all: number): number[] =>
	Array.from({ length: rounds(few, all) }, (_, index) => index + 1);
