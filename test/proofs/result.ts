import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The rows behind a result, of the last run on this machine. */
const rowsFile = (name: string) => `.host/proofs/${name}.json`;

/** Writes what pages and tests read of a proof, which is committed, and the rows behind it, which are not. `npm run proof` formats it. */
export function writeResult(name: string, summary: object, rows?: unknown): void {
	writeFileSync(`test/proofs/results/${name}.json`, JSON.stringify(summary));
	if (rows === undefined) return;
	mkdirSync(dirname(rowsFile(name)), { recursive: true });
	writeFileSync(rowsFile(name), `${JSON.stringify(rows, null, '\t')}\n`);
}

/** Undefined where the proof has not run on this machine. */
export function readRows<Row>(name: string): Row[] | undefined {
	if (!existsSync(rowsFile(name))) return undefined;
	return JSON.parse(readFileSync(rowsFile(name), 'utf8')) as Row[];
}
