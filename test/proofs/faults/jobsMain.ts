import './ownFolder';
import { jobRun } from './jobs';

/** Prints the figures of a part of the jobs in trouble in one line, and then what must not be, each in a line. */
async function main(): Promise<void> {
	const { report, wrong } = await jobRun(...process.argv.slice(2).map(Number));
	const lines = [
		JSON.stringify(report),
		...wrong.map((text) => `WRONG: ${text.replace(/\n/g, ' ')}`),
	];
	process.stdout.write(`${lines.join('\n')}\n`, () => process.exit());
}

void main();
