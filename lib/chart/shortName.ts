import { cut } from '../text/cut';

const LONGEST_NAME = 120;

/** The name of a series, cut to the length that a legend has room for. */
export function shortName(name: string): string {
	return name.length > LONGEST_NAME ? `${cut(name, LONGEST_NAME - 1).text}…` : name;
}
