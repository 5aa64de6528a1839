import type { WalkedPage } from './cursorPages';
import type { Part, WindowQueue } from './windowQueue';

/** How many pages may be in memory or in flight at once: so many for what is emitted soon, and fewer for what is far ahead of it. */
const MOST_AHEAD = 32;
const MOST_FAR_AHEAD = 16;
/** Parts that are emitted soon. */
const NEAR = 8;

/** A page whose entries from `skip` to `end` are new. */
export interface HistoryPage<T> {
	content: T;
	skip: number;
	end: number;
}

/** How far a part of the period was read. */
export interface Reading<T> {
	pages: AsyncGenerator<WalkedPage<T>>;
	isInFlight: boolean;
	/** The page that was read and not given yet. */
	page?: HistoryPage<T>;
	isFinished: boolean;
	failure?: { error: unknown };
}

export type HistoryPart<T> = Part<Reading<T>>;

/**
 * The earliest part that can be read now, where `wanted` more pages are: the first one always, others while there is room in memory, and none
 * behind a failure. Leaves out the part `besides`.
 */
export function readable<T>(
	{ parts }: WindowQueue<Reading<T>>,
	wanted: number,
	besides?: HistoryPart<T>,
): HistoryPart<T> | undefined {
	if (wanted <= 0) return undefined;
	const at = parts.findIndex(
		(part) => part !== besides && (isOpen(part) || part.reading?.failure !== undefined),
	);
	const part = parts[at];
	if (part === undefined || part.reading?.failure !== undefined) return undefined;
	const most = Math.min(at < NEAR ? MOST_AHEAD : MOST_FAR_AHEAD, Math.ceil(wanted));
	return at === 0 || parts.filter((other) => !isOpen(other)).length < most ? part : undefined;
}

/** Whether to read a part, from its start or from its next cursor on. */
function isOpen<T>({ reading }: HistoryPart<T>): boolean {
	if (reading === undefined) return true;
	return !reading.isInFlight && !reading.isFinished && reading.page === undefined;
}
