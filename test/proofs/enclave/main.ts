import '../faults/ownFolder';
import { parseArgs } from 'node:util';

import { writeResult } from '../result';
import { playChats } from './chats';
import { playOverhead } from './overhead';
import { play } from './run';

/**
 * Changes recorded evidence byte by byte (`--cases N`, 20,000), and sends encrypted chats under faults (`--chats N`, 1,000), from
 * `--seed N`, and times both; the figures go to test/proofs/results/enclave.json.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { cases: { type: 'string' }, chats: { type: 'string' }, seed: { type: 'string' } },
	});
	const seed = Number(values.seed ?? 1);
	const milliseconds = await playOverhead();
	const chats = await playChats(Number(values.chats ?? 1_000), seed);
	const mutations = await play(Number(values.cases ?? 20_000), seed, 10);
	const report = { seed, ...mutations, encryptedChats: chats, milliseconds };
	process.stdout.write(`${JSON.stringify(report, null, '\t')}\n`);
	const { wrong, oracleRefuses } = mutations;
	if (wrong.length + oracleRefuses.length + chats.wrong.length > 0) process.exitCode = 1;
	else if (mutations.mutations >= 10_000 && chats.chats >= 1_000) writeResult('enclave', report);
	process.exit();
}

void main();
