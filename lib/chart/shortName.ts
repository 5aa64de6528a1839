import { cut } from '../text/cut';

const LONGEST_NAME = 120;

/** The name of a series, cut where nobody would read on. */
export function shortName(name: string): string {
	return name.length > LONGEST_NAME ? `${cut(name, LONGEST_NAME - 1).text}…` : name;
}
