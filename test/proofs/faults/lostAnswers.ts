import type { INodeExecutionData } from 'n8n-workflow';

import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { fastClock } from '../../engine/fastClock';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../../engine/runNode';
import { files, itemWith, typed } from '../../coverage/given';
import { audio, image, PAID_CASES, type PaidCase, video } from '../../nodes/cost/paidCases';
import { chaosFault, type ChaosKind } from '../../service/chaosFaults';
import { type LocalService, startService } from '../../service/service';

/** Every paid operation once: those whose price is known after a call, and those that are priced otherwise. */
export const PAID: PaidCase[] = [
	...PAID_CASES,
	{
		name: 'a background',
		node: image,
		parameters: { resource: 'image', operation: 'removeBackground' },
		file: 'photo',
	},
	{
		name: 'the words of a video',
		node: video,
		parameters: {
			resource: 'recording',
			operation: 'transcribe',
			url: 'https://www.youtube.com/watch?v=local',
		},
	},
	{
		name: 'a song that is waited for',
		node: audio,
		parameters: {
			resource: 'music',
			operation: 'generate',
			prompt: 'Rain',
			model: typed('music-basic'),
		},
	},
	{
		name: 'a video that is waited for',
		node: video,
		parameters: {
			resource: 'video',
			operation: 'generate',
			prompt: 'A river',
			duration: '5s',
			model: typed('video-basic'),
		},
	},
];

/** The same with one case of each operation, and a chat that is streamed. */
export const OPERATIONS: PaidCase[] = PAID.filter(
	(paid, index) =>
		paid.name === 'a streamed chat' ||
		PAID.findIndex((one) => kindOf(one) === kindOf(paid)) === index,
);

function kindOf({ node, parameters: { resource, operation } }: PaidCase): string {
	return [node.description.name, resource, operation].join(' ');
}

/** What takes an answer away after its call was charged. */
export const LOSSES: ChaosKind[] = [
	'resetAfter',
	'502',
	'504',
	'malformed',
	'truncated',
	'stalled',
];

/** How n8n runs a node again: not at all, for Retry On Fail, or for its button Retry, of a node with Retry On Fail. */
export const WAYS = ['plain', 'retryOnFail', 'button'] as const;

/** What the service charged for one item whose first answer was lost, and what was said of it. */
export interface Lost {
	charged: number;
	said: string;
	/** Whether the last run said the same as the first. */
	same: boolean;
	hung: boolean;
}

type Access = Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;

const PAID_PATH =
	/^\/(?!models|x402|billing|api_keys|characters)(?!.*\/(retrieve|complete|quote)$)/;

/** No run of one item lasts so long by a clock on the wall: its Timeout is one second. */
const HANG_MS = 60_000;

/** Loses every paid answer of a run, lets n8n run it again in that way, and reports the charges. */
export async function loseAnswers(
	{ service, access }: { service: LocalService; access: Access },
	{ node, parameters, file }: PaidCase,
	loss: ChaosKind,
	way: (typeof WAYS)[number],
	settings: Record<string, unknown> = {},
): Promise<Lost> {
	const items: INodeExecutionData[] = itemWith(file === undefined ? {} : { data: files[file] });
	const run = async (more: Partial<RunNodeOptions> = {}) =>
		await runNode({
			...{ ...access, node, items, executionId: 'first', ...more },
			parameters: { ...parameters, retriesAndLimits: { timeout: 1, ...settings } } as never,
		});
	const trouble = chaosFault(loss, { path: '' }, { now: Date.now(), a: 0, b: 0.5 });
	service.fault({ kind: loss, ...trouble, path: PAID_PATH, method: 'POST', times: 99 });
	const first = await guarded(run(way === 'retryOnFail' ? { retryOnFail: { maxTries: 3 } } : {}));
	if (first === undefined)
		return { charged: service.ledger.length, said: '', same: false, hung: true };
	let last: RunNodeResult | undefined = first;
	if (way === 'button') {
		const button = { keptData: first.keptData, mode: 'retry', executionId: 'again' } as const;
		last = await guarded(run({ ...button, retryOnFail: { maxTries: 3 } }));
	}
	const [before = '', said = ''] = [first, last].map((one) => one?.error?.message);
	return { charged: service.ledger.length, said, same: said === before, hung: last === undefined };
}

async function guarded<T>(work: Promise<T>): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const over = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), HANG_MS);
	});
	return await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** What came of every paid operation under every loss in every way, and each row that must not be. */
export async function lostRun(): Promise<{
	report: { operations: number; losses: number; runs: number; paidTwice: number; hung: number };
	wrong: string[];
}> {
	const fast = fastClock(20);
	const plenty = 10_000;
	const service = await startService({
		now: fast.now,
		limits: { XS: plenty, S: plenty, M: plenty, L: plenty, image: plenty, audio: plenty },
		balances: { usd: plenty },
	});
	fast.install();
	const access = {
		credentialTypes: [new InferenceServiceApi()],
		credentials: {
			inferenceServiceApi: {
				...{ baseUrl: service.url, apiKey: service.keys.user, namePrefix: 'service' },
			},
		},
	};
	const wrong: string[] = [];
	let [runs, paidTwice, hung] = [0, 0, 0];
	try {
		for (const paid of OPERATIONS) {
			for (const loss of LOSSES) {
				for (const way of WAYS) {
					service.reset();
					const lost = await loseAnswers({ service, access }, paid, loss, way);
					runs++;
					paidTwice += lost.charged > 1 ? 1 : 0;
					hung += lost.hung ? 1 : 0;
					if (lost.charged === 1 && !lost.hung) continue;
					wrong.push(`${paid.name}, ${loss}, ${way}: ${JSON.stringify(lost)}`);
				}
			}
		}
	} finally {
		fast.restore();
		await service.close();
	}
	const report = { operations: OPERATIONS.length, losses: LOSSES.length, runs, paidTwice, hung };
	return { report, wrong };
}
