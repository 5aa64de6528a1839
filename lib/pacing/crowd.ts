import { clock } from '../base/clock';

/** How much of what was counted in a window still counts in the next one. */
const FADING = 0.5;
/** A skipped window lets the count fall a little, as nothing was learned of those who have ended. */
const PASSED_OVER = 0.9;
/** How much a first guess counts, in rounds. */
const GUESS = 0.6;
/** At least so many calls of a window are made by a process in the long run, so that one that counted too many learns better. */
const LEAST_PART = 0.5;
/** Below this part of a limit, a few calls of this process that count elsewhere look like others. */
const HARDLY_USED = 0.1;
/** Each window with a refused call makes a share so many times smaller; each one without undoes a part of it. */
const RESTRAINT = 1.5;
const MOST_RESTRAINT = 3;
const RESTRAINT_KEPT = 0.9;
/** What is left of one refusal after about five windows. */
const NOTEWORTHY = 1.3;

/**
 * How many processes share a limit, as far as one of them can tell. Each makes its first call of a window at a random moment of a round that
 * all of them keep, so that what was used of the window by then says how many there are, however many calls each makes later (docs/cluster.md).
 */
export interface Crowd {
	/** How many there are, where the credential states it. */
	stated?: number;
	/** Others that were counted, in so many rounds; older ones count less. */
	others: number;
	rounds: number;
	/** The most that were counted or stated of late, in windows that were used. */
	peak: number;
	/** The rank of our first call among all calls of this window. */
	rank: number;
	/** How many times fewer calls this process makes, since calls were refused although it kept to its share. */
	restraint: number;
	/** 0 to 1: what was left of a call when the last window was shared out. */
	carry: number;
	/** 0 to 1: when in the round the first call of this window goes. */
	phase: number;
}

/** No other process is known, unless the credential states how many there are. */
export function unknownCrowd(stated?: number): Crowd {
	const [carry, phase] = [clock.random(), clock.random()];
	return { stated, others: 0, rounds: 0, peak: stated ?? 1, rank: 0, restraint: 1, carry, phase };
}

/** How long the round of first calls lasts, in milliseconds. */
export function roundMs(limit: number): number {
	return Math.max(5_000, Math.min(20_000, 480_000 / limit));
}

/** How many processes share the limit; a stated number holds until much fewer are counted. */
export function callersIn({ stated, others, rounds }: Crowd, limit: number): number {
	const counted = 1 + (rounds === 0 ? 0 : others / rounds);
	const callers = Math.max(1, Math.min(counted, limit / LEAST_PART));
	const holds = rounds < GUESS / 2 || callers > (stated ?? 0) / 2;
	return stated !== undefined && holds ? stated : callers;
}

/** How many calls of a window are not shared out, as not all are made at the moment that others expect. */
export function reserve(callers: number, limit: number): number {
	return Math.max(0, 0.13 * Math.sqrt(Math.min(callers, limit) * limit) - 0.4);
}

/** How many calls of a window are for each process. */
export function shareOf(crowd: Crowd, limit: number): number {
	const callers = callersIn(crowd, limit);
	return Math.max(LEAST_PART, limit - reserve(callers, limit)) / callers / crowd.restraint;
}

/** The crowd after the first answer of a window: `others` came before our call, at `moment` of the round, if that is known. */
export function withFirst(crowd: Crowd, others: number, limit: number, moment?: number): Crowd {
	const rank = others + 1;
	if (moment === undefined) return { ...withGuess(crowd, others, 1), rank };
	if (moment > 1.1 || (crowd.rounds === 0 && others === 0)) return { ...crowd, rank };
	// Of a crowd that is larger than the limit, only a part calls in each window.
	const part = Math.min(1, Math.max(LEAST_PART, shareOf(crowd, limit)));
	const rounds = crowd.rounds + Math.max(0.1, moment);
	return { ...crowd, rank, others: crowd.others + others / part, rounds };
}

/** The crowd as the calls of a window suggest where no round was counted yet: others that make as many calls as this process. */
export function withGuess(crowd: Crowd, others: number, own: number): Crowd {
	const isGuess = crowd.rounds === GUESS || crowd.rounds < 0.05;
	if (crowd.stated !== undefined || !isGuess || others === 0) return crowd;
	const doubt = 1 + 0.5 / own;
	return { ...crowd, others: (GUESS * doubt * others) / own, rounds: GUESS };
}

/** The crowd in a new window, after one in which `own` calls were made and `used` in all. */
export function nextRound(crowd: Crowd, limit: number, own: number, used: number): Crowd {
	const carry = crowd.carry + shareOf(crowd, limit) - own;
	const { stated = 1 } = crowd;
	return {
		...crowd,
		others: crowd.others * FADING * (own === 0 ? PASSED_OVER : 1),
		rounds: crowd.rounds * FADING,
		peak: Math.max(
			used < limit * HARDLY_USED ? stated : callersIn(crowd, limit),
			crowd.peak * 0.8,
			1,
		),
		carry: Math.min(0.999, Math.max(0, carry)),
		// Without a first call no window begins: who was second opens the next one.
		phase: crowd.rank === 2 ? 0 : clock.random(),
		rank: 0,
		restraint: 1 + (crowd.restraint - 1) * RESTRAINT_KEPT,
	};
}

/** Whether a call was refused in one of the last windows. */
export function isRestrained({ restraint }: Crowd): boolean {
	return restraint > NOTEWORTHY;
}

/** The crowd after a call was refused although this process kept to its share. */
export function restrained(crowd: Crowd): Crowd {
	return { ...crowd, restraint: Math.min(MOST_RESTRAINT, crowd.restraint * RESTRAINT) };
}
