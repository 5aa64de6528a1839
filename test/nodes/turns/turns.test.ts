import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { request } from 'undici';

import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { clock } from '../../../lib/core/clock';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { typed } from '../../coverage/given';
import { runNode, type RunNodeOptions } from '../../engine/runNode';
import { declarative } from '../../proofs/bench/declarative';
import { rounds } from '../../rounds';
import { longestTurn } from './longestTurn';
import { recordingItems } from './recordingItem';

/** Of a usage history. */
const ENTRIES = rounds(20_000, 100_000);
const started = promisify(execFile)(process.execPath, [
	join(__dirname, 'cannedService.mjs'),
	String(ENTRIES),
]);
const { child: service } = started;
const port = once(service.stdout ?? service, 'data').then(String);
const url = async (path = '') => `http://127.0.0.1:${await port}${path}`;
afterAll(async () => {
	service.stdin?.end();
	await started;
});

async function run({ path = '', ...options }: RunNodeOptions & { path?: string }) {
	const credential = { apiKey: 'key-of-the-turns', namePrefix: 'service', allowPlainHttp: true };
	const result = await runNode({
		credentialTypes: [new InferenceServiceApi()],
		credentials: { inferenceServiceApi: { baseUrl: await url(path), ...credential } },
		...options,
	});
	if (result.error) throw result.error;
}

/** A turn may take as long as this work twice: about 100 ms on a quiet machine. */
const OBJECT = { id: '0123456789012345678901234567', name: 'xyz', index: 1 };
const KNOWN_TEXT = `[${`${JSON.stringify(OBJECT)},`.repeat(250_000)}1]`;
const knownWork = async () => await Promise.resolve(JSON.parse(KNOWN_TEXT));
/** Or several times as long as what nobody can do without. */
const TIMES_THE_LEAST = 3;
const TRIES = 4;
/** For what a machine with other work adds: a turn that is held takes a hundred times as long. `npm run proof -- seeds` demands more. */
const SLACK = rounds(10, 1.5);
let known = Infinity;

/** To parse an answer is the least that its reader does. */
async function parsing(path: string, body?: string): Promise<() => Promise<unknown>> {
	const { body: answer } = await request(await url(path), { method: 'POST', body });
	const text = await answer.text();
	return async () => await Promise.resolve(JSON.parse(text));
}

const texts = Array.from({ length: 2_000 }, (_, index) => `Text ${index}`);
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { text: `Item ${index}` } }));
/** What n8n does with so many items of any node. */
const returning = (count: number): INodeType => ({
	description: {
		...declarative.description,
		name: 'returning',
		requestDefaults: undefined,
		properties: [],
	},
	execute: async () => await Promise.resolve([items(count)]),
});

const transcribe = { resource: 'recording', operation: 'transcribe', model: typed('stt-basic') };
const usage = { resource: 'usage', operation: 'getAll', returnAll: true };
const focus = { ...usage, outputAs: 'focusFile', billingAccountId: 'A', providerName: 'B' };
const report = { resource: 'report', operation: 'get', timeZone: 'UTC' };

interface Case {
	task: Task;
	/** What is added to the Base URL. */
	path?: string;
	/** The work that nobody can do without. */
	least?: () => Promise<() => Promise<unknown>>;
}

type Task = [
	node: INodeType,
	parameters: INodeParameters,
	more?: () => Promise<Partial<RunNodeOptions>>,
];
const bill = (parameters: INodeParameters): Task => [new InferenceBilling(), parameters];
const rpc = (network: string): Task => [
	new InferenceCryptoRpc(),
	{ network: typed(network), method: 'eth_call' },
];
const audio = (bytes: number, binaryMode: 'memory' | 'filesystem', options = {}): Task => [
	new InferenceAudio(),
	{ ...transcribe, ...options },
	async () => ({ items: await recordingItems(bytes, binaryMode), binaryMode }),
];
const chat = { model: typed('text-basic'), prompt: '={{ $json.text }}' };

/** Beside the node that makes the same calls by n8n's routing alone. */
const chats = (given: INodeExecutionData[]): Case => ({
	task: [
		new InferenceChat(),
		{ ...chat, options: { stream: false } },
		async () => await Promise.resolve({ items: given }),
	],
	least: async () => {
		const bare = { operation: 'complete', model: 'text-basic', prompt: chat.prompt };
		return async () => await run({ node: declarative, parameters: bare, items: given });
	},
});

const CASES: Record<string, Case> = {
	...Object.fromEntries(
		['floats', 'digits', 'lists', 'text'].map((name) => [
			`an answer of 10 MB: ${name}`,
			{ task: rpc(name), least: async () => await parsing(`/crypto/rpc/${name}`) },
		]),
	),
	'2,000 vectors': {
		task: [
			new InferenceEmbeddings(),
			{ model: typed('embed'), input: 'json', textsJson: JSON.stringify(texts) },
		],
		least: async () => await parsing('/embeddings', JSON.stringify({ input: texts })),
	},
	'1,000 items': chats(items(1_000)),
	'a long prompt': chats([
		{ json: { text: 'A “prompt” of 12345 "words"\n'.repeat(rounds(40_000, 400_000)) } },
	]),
	'a transcript of 60,000 timed characters': {
		task: audio(1_000_000, 'memory', { options: { timestamps: true } }),
		least: async () => await parsing('/audio/transcriptions'),
	},
	'a file of 25 MB in the item': { task: audio(24_900_000, 'memory'), path: '/short' },
	'a file of 25 MB in the store of n8n': { task: audio(24_900_000, 'filesystem'), path: '/short' },
	'an hour of sound in the item': { task: audio(115_000_000, 'memory'), path: '/short' },
	'a long text spoken into the item': {
		task: [
			new InferenceAudio(),
			{
				...{ resource: 'speech', operation: 'generate', model: typed('tts-basic') },
				...{ text: 'word '.repeat(1_600), options: { outputFormat: 'wav' } },
			},
		],
	},
	'a list of entries': {
		task: bill(usage),
		least: async () => async () => await run({ node: returning(ENTRIES) }),
	},
	'a FOCUS file in the item': { task: bill(focus) },
	'a report': { task: bill(report) },
};

it.each(Object.keys(CASES))(
	"no turn of n8n's loop takes much more processor time than has to be: %s",
	async (name) => {
		jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-03-30T06:00:00.000Z'));
		const { task, path, least } = CASES[name] as Case;
		const [node, parameters, more] = task;
		const [leastWork, others] = [await least?.(), await more?.()];
		const shares: number[] = [];
		// A turn in which memory is cleared is long once.
		for (let left = TRIES; left > 0 && !shares.some((share) => share <= 1); left--) {
			known = Math.min(known, await longestTurn(knownWork));
			const bare = leastWork === undefined ? 0 : await longestTurn(leastWork);
			const turn = await longestTurn(async () => await run({ node, parameters, path, ...others }));
			shares.push(turn / Math.max(2 * known, TIMES_THE_LEAST * bare));
		}
		expect(Math.min(...shares)).toBeLessThanOrEqual(SLACK);
	},
);
