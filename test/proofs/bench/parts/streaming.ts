import { request } from 'undici';

import { pacerByAccount } from '../../../../lib/wire/pacing/pacer';
import '../../faults/ownFolder';
import { serviceFromRunner } from '../serviceFromRunner';
import { measured, type Measured, rotated, type Times } from '../statistics';
import { chat, type Target, type Way } from '../ways';

const ROUNDS = 7;
const ITEMS = 20;
/** Of an answer; the service sends one in each event. */
const TOKENS = [100, 1_000, 4_000];
const CHARACTERS_A_TOKEN = 4;

export interface Streaming {
	tokens: number;
	bytes: { ours: number; whole: number };
	processor: Measured;
	elapsed: Measured;
}

/** What it costs to receive an answer as a stream, as the Chat node does unless it is set otherwise, beside the same answer in one piece. */
async function main(): Promise<void> {
	const target = { ...serviceFromRunner(), model: 'text-mini' };
	const report: Streaming[] = [];
	for (const tokens of TOKENS) report.push(await compared(target, tokens));
	process.stdout.write(`${JSON.stringify(report)}\n`);
	process.exit();
}

async function compared(target: Target, tokens: number): Promise<Streaming> {
	const prompt = 'word'.padEnd(CHARACTERS_A_TOKEN, ' ').repeat(tokens);
	const ways: Record<string, Way> = {
		ours: chat({ prompt }),
		whole: chat({ prompt, options: { stream: false } }),
	};
	const elapsed: Times = {};
	const processor: Times = {};
	for (let round = -1; round < ROUNDS; round++) {
		for (const [name, way] of rotated(Object.entries(ways), round)) {
			pacerByAccount.clear();
			const start = performance.now();
			const used = process.cpuUsage();
			const done = await way(target, ITEMS);
			const { user, system } = process.cpuUsage(used);
			if (done !== ITEMS) throw new Error(`${name} answered ${done} of ${ITEMS}`);
			if (round < 0) continue;
			(elapsed[name] ??= []).push((performance.now() - start) / ITEMS);
			(processor[name] ??= []).push((user + system) / 1000 / ITEMS);
		}
	}
	const bytes = {
		ours: await bytesOf(target, prompt, true),
		whole: await bytesOf(target, prompt, false),
	};
	return { tokens, bytes, processor: measured(processor), elapsed: measured(elapsed) };
}

/** Of the body of an answer, as both come uncompressed. */
async function bytesOf(
	{ url, key, model }: Target,
	prompt: string,
	stream: boolean,
): Promise<number> {
	const { body } = await request(`${url}/chat/completions`, {
		method: 'POST',
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			...{ model, messages: [{ role: 'user', content: prompt }], stream },
			...(stream && { stream_options: { include_usage: true } }),
		}),
	});
	return (await body.arrayBuffer()).byteLength;
}

void main();
