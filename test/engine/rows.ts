import { engineVersion } from './runNode';

/** All rows of a table in n8n 2, and one in so many in n8n 1, which runs the same code of ours. */
export const rowsHere = <T>(rows: readonly T[], oneIn: number): T[] =>
	rows.filter((_, index) => engineVersion.startsWith('2.') || index % oneIn === 0);
