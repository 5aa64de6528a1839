import { setTimeout as pause } from 'node:timers/promises';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { runNode, type RunNodeResult } from '../engine/runNode';
import { type Fault, type LocalService, startService } from '../service/service';

/** Something that would go on for a minute or more, and when to stop it. */
interface Stop {
	node: INodeType;
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	faults: Fault[];
	/** Whether it is under way by now. */
	underWay(service: LocalService): boolean;
}

export interface Stopped {
	run: RunNodeResult;
	/** From the stop to the end of the execution. */
	ms: number;
	/** Requests that arrived before the stop, and after the end of the execution. */
	before: number;
	after: number;
	charges: number;
	unexpected: readonly string[];
}

const model = (value: string) => ({ mode: 'id', value });
const chat = {
	node: new InferenceChat(),
	parameters: { model: model('text-mini'), prompt: '={{ $json.prompt }}' },
	items: Array.from({ length: 30 }, (_, index) => ({ json: { prompt: `Question ${index}` } })),
};
const answered = (count: number) => (service: LocalService) =>
	service.journal.filter(({ status }) => status > 0).length >= count;

export const STOPS: Record<string, Stop> = {
	'a wait before the next try': {
		...chat,
		items: chat.items.slice(0, 1),
		faults: [{ status: 503, body: { error: 'Full' }, headers: { 'retry-after': '100' }, times: 9 }],
		underWay: answered(1),
	},
	'a pause after 429': {
		...chat,
		faults: [
			{
				status: 429,
				body: { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' },
				headers: { 'x-ratelimit-remaining-requests': '0', 'retry-after': '100' },
				times: 30,
			},
		],
		underWay: answered(1),
	},
	'answers that are long in coming': {
		...chat,
		faults: [{ delayMs: 90_000, times: 30 }],
		underWay: (service) => service.journal.length >= 1,
	},
	'a slow download': {
		node: new InferenceAudio(),
		parameters: {
			operation: 'generateSpeech',
			text: 'Good morning',
			options: { responseFormat: 'wav' },
		},
		faults: [{ slow: { pieces: 900, everyMs: 100 } }],
		underWay: answered(1),
	},
	'a slow upload': {
		node: new InferenceAudio(),
		parameters: { operation: 'transcribe', model: model('asr-basic') },
		items: [
			{
				json: {},
				binary: {
					data: {
						data: Buffer.alloc(20_000_000).toString('base64'),
						mimeType: 'audio/wav',
						fileName: 'long.wav',
					},
				},
			},
		],
		faults: [{ unreadMs: 90_000 }],
		underWay: (service) => service.maxInFlight > 0,
	},
	'a walk over many pages': {
		node: new InferenceBilling(),
		parameters: { operation: 'getUsageHistory', returnAll: true, options: { pageSize: 10 } },
		faults: [{ delayMs: 50, times: 5_000 }],
		underWay: answered(3),
	},
};

/** Runs one of them against a service of its own, in real time, and stops it when it is under way. */
export async function stopped(name: string): Promise<Stopped> {
	const stop = STOPS[name];
	if (!stop) throw new Error(`There is nothing to stop under the name ${name}`);
	const { node, parameters, items, faults, underWay } = stop;
	const history = { entries: 20_000, from: '2026-01-01T00:00:00.000Z', stepMs: 1_000 };
	const service = await startService({ history });
	try {
		for (const fault of faults) service.fault(fault);
		let at = 0;
		let before = 0;
		const begun = async () => {
			while (!underWay(service)) await pause(5);
			// Well into the wait or the transfer, and not at its very beginning.
			await pause(120);
			before = service.journal.length;
			at = performance.now();
		};
		const run = await runNode({
			node,
			parameters,
			items,
			abortOn: begun(),
			binaryMode: 'filesystem',
			credentialTypes: [new InferenceServiceApi()],
			credentials: {
				inferenceServiceApi: {
					baseUrl: service.url,
					apiKey: service.keys.user,
					serviceWord: 'service',
				},
			},
		});
		const ms = Math.round(performance.now() - at);
		const atEnd = service.journal.length;
		await pause(600);
		const after = service.journal.length - atEnd;
		const { unexpected, ledger } = service;
		return { run, ms, before, after, charges: ledger.length, unexpected: [...unexpected] };
	} finally {
		await service.close();
	}
}
