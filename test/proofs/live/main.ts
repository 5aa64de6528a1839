import '../faults/ownFolder';
import { writeFileSync } from 'node:fs';

import { liveReport, localRun } from './liveReport';
import { STEPS } from './steps';

const RESULT = 'test/proofs/results/live.json';
const MAX_COST = 0.5;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** One run of each group of operations against the service that `LIVE_BASE_URL` and `LIVE_API_KEY` name, by `npm run proof -- live`. */
async function main(): Promise<void> {
	const {
		LIVE_BASE_URL: baseUrl,
		LIVE_API_KEY: apiKey,
		LIVE_NAME_PREFIX,
		LIVE_MAX_COST,
	} = process.env;
	const maxCost = Number(LIVE_MAX_COST ?? MAX_COST);
	if (!(maxCost > 0))
		throw new Error(`LIVE_MAX_COST must be an amount in USD above 0, not ${LIVE_MAX_COST}`);
	if (!baseUrl || !apiKey) {
		say(
			'No LIVE_BASE_URL and LIVE_API_KEY: nothing is sent to a deployment. With them, this would be made:',
		);
		const { steps, spentUsd } = await localRun(maxCost);
		for (const { step, requests, cost, problem } of steps)
			say(
				`- ${step}: ${problem ?? `${requests.length} requests${cost ? `, ${String(cost.amount)} USD` : ''}`}`,
			);
		say(
			`${spentUsd.toFixed(4)} USD by the prices of the local service, and never more than ${maxCost} USD.`,
		);
		return;
	}
	const report = await liveReport(
		{ baseUrl, apiKey, namePrefix: LIVE_NAME_PREFIX ?? 'service' },
		maxCost,
	);
	const text = JSON.stringify(report, null, '\t');
	if (text.includes(apiKey)) throw new Error('The report would hold the key: nothing was written');
	writeFileSync(RESULT, `${text}\n`);
	const problems = report.steps.filter(({ problem }) => problem !== undefined);
	for (const { step, problem } of problems) say(`${step}: ${problem}`);
	const differing = report.steps.filter(
		({ unknown, missing }) => unknown.length + missing.length > 0,
	);
	say(
		`${STEPS.length - problems.length} of ${STEPS.length} steps made, ${report.spentUsd.toFixed(4)} USD; ${differing.length} answers differ from the local service. See ${RESULT}.`,
	);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
