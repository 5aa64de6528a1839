import { exactText, percentOf, type Amount } from './amount';

/** How much more, or less, was paid than before. */
export interface Change {
	absolute: number;
	/** The same with every digit. */
	exact: string;
	/** To two places; null when there was nothing before. */
	percent: number | null;
}

/** The change from one amount to another. */
export function changeFrom(before: Amount, now: Amount): Change {
	const absolute = now.minus(before);
	const percent = percentOf(absolute, before);
	return { absolute: Number(absolute), exact: exactText(absolute), percent };
}
