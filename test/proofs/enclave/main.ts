import '../faults/ownFolder';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

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
	const file = 'test/proofs/results/enclave.json';
	const json = JSON.stringify({ seed, ...mutations, encryptedChats: chats, milliseconds });
	const text = await format(json, { ...(await resolveConfig(file)), filepath: file });
	process.stdout.write(text);
	const { wrong, oracleRefuses } = mutations;
	if (wrong.length + oracleRefuses.length + chats.wrong.length > 0) process.exitCode = 1;
	else if (mutations.mutations >= 10_000 && chats.chats >= 1_000) writeFileSync(file, text);
	process.exit();
}

void main();
