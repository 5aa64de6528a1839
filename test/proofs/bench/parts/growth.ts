import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { AnswerAssembler } from '../../../../lib/chat/assembler';
import { type Chunk, readChunk } from '../../../../lib/chat/chunks';
import { readWholeCompletion } from '../../../../lib/chat/completion';
import { explainRefusal } from '../../../../lib/wire/errors/explain';
import { answerFromResponse } from '../../../../lib/core/answer';
import { amountOf } from '../../../../lib/billing/amount';
import { round, spread } from '../statistics';

const SIZES = [25_000, 100_000, 400_000];
const ROUNDS = 5;

type Work = () => unknown;

/** What a service may send without end, by how many of it there are; the input is made before the clock starts. */
const SUBJECTS: Record<string, (size: number) => Work> = {
	'Times "<title" in an error page': (size) => {
		const page = `<html>${'<title'.repeat(size)}`;
		return () => explainRefusal(400, page);
	},
	'Amounts of -1e40000': (size) => () => {
		for (let at = 0; at < size; at++) {
			try {
				amountOf('-1e40000', 'amount');
			} catch {
				// Each of them is refused.
			}
		}
	},
	'Tool calls of an answer': (size) => {
		const calls = Array.from({ length: size }, (_, index) => ({
			tool_calls: [{ index, id: `call-${index}`, function: { name: 'f', arguments: '{}' } }],
		}));
		return () => assembled(calls);
	},
	'Reasoning details of an answer': (size) => {
		const details = Array.from({ length: size }, (_, at) => ({ reasoning_details: [{ at }] }));
		return () => assembled(details);
	},
	'Events of a stream': (size) => {
		const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x' } }] })}\n\n`;
		const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
		const bytes = Buffer.from(`${event.repeat(size)}data: ${end}\n\ndata: [DONE]\n\n`);
		async function* body() {
			for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
		}
		const response = () => ({ statusCode: 200, headers: {}, body: body() as unknown });
		return async () =>
			await readWholeCompletion(
				answerFromResponse(response() as IN8nHttpFullResponse, 'service', true),
			);
	},
};

function assembled(deltas: object[]): unknown {
	const assembler = new AnswerAssembler();
	for (const delta of deltas)
		assembler.addChunk(readChunk({ choices: [{ index: 0, delta }] }) as Chunk);
	return assembler.completion();
}

async function processorMs(work: Work): Promise<number> {
	globalThis.gc?.();
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** Measures how the processor time of reading grows from the least size to the most. */
async function main(): Promise<void> {
	const subjects: Record<string, unknown> = {};
	for (const [name, prepare] of Object.entries(SUBJECTS)) {
		await prepare(SIZES[0] ?? 0)();
		const times: number[][] = SIZES.map(() => []);
		for (let at = 0; at < ROUNDS; at++) {
			for (const [index, size] of SIZES.entries()) {
				times[index]?.push(await processorMs(prepare(size)));
			}
		}
		const ms = times.map((one) => spread(one));
		const each = ms.map(({ median }, index) => median / (SIZES[index] ?? 1));
		const ratios = each.slice(1).map((value, index) => round(value / (each[index] ?? Number.NaN)));
		subjects[name] = { ms, ratios };
	}
	process.stdout.write(`${JSON.stringify({ sizes: SIZES, subjects })}\n`);
}

void main();
