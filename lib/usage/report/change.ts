import { exactText, percentOf, type Amount } from '../amount';

/** How much more, or less, was paid than before. */
export interface Change {
	absolute: number;
	/** The same with every digit. */
	exact: string;
	/** To two places; null when nothing was paid before, or more paid back: a share of that says nothing. */
	percent: number | null;
}

/** The change from one amount to another. */
export function changeFrom(before: Amount, now: Amount): Change {
	const absolute = now.minus(before);
	const percent = before.gt(0) ? percentOf(absolute, before) : null;
	return { absolute: Number(absolute), exact: exactText(absolute), percent };
}
