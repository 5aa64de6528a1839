import type { INodeExecutionData } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { fastClock } from '../../engine/fastClock';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../../engine/runNode';
import { withOptions } from '../../engine/withOptions';
import { files, itemWith, typed } from '../../coverage/given';
import { audio, image, PAID_CASES, type PaidCase, video } from '../../nodes/cost/paidCases';
import { CHAOS_KINDS, chaosFault, type ChaosKind } from '../../service/chaosFaults';
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

/** Among them what takes an answer away after its call was charged. */
const FAULTS: ChaosKind[] = [...CHAOS_KINDS, 'offline', 'gone', 'stalled'];

/** How n8n runs a node again: not at all, for Retry On Fail, or for its button Retry, of a node with Retry On Fail. */
export const WAYS = ['plain', 'retryOnFail', 'button'] as const;

/** What the service charged for one item whose answers were in trouble, and what was said of it; `said` is empty for one that was answered. */
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

/** No run of one item lasts so long by a clock on the wall. */
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
	// Only where it must run out, so that a busy machine is not taken for a fault.
	const timeout = loss === 'stalled' ? 1 : 30;
	const run = async (more: Partial<RunNodeOptions> = {}) =>
		await runNode({
			...{ ...access, node, items, executionId: 'first', ...more },
			parameters: withOptions(parameters, { retriesAndLimits: { timeout, ...settings } as never }),
		});
	const trouble = chaosFault(loss, { path: '' }, { now: clock.now(), a: 0, b: 0.5 });
	service.fault({ kind: loss, ...trouble, path: PAID_PATH, method: 'POST', times: 99 });
	const first = await guarded(run(way === 'retryOnFail' ? { retryOnFail: { maxTries: 3 } } : {}));
	if (first === undefined)
		return { charged: service.ledger.length, said: '', same: false, hung: true };
	let last: RunNodeResult | undefined = first;
	// n8n retries only what failed.
	if (way === 'button' && first.error !== undefined) {
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

/** Cases that run at the same time: one mostly waits. */
const AT_ONCE = 12;

interface LostReport {
	operations: number;
	faults: number;
	ways: number;
	runs: number;
	/** Runs that ended with an answer, and those that were charged and ended with an error that says so. */
	answered: number;
	named: number;
	paidTwice: number;
	hung: number;
}

/** What came of every paid operation under every fault in every way, and each row that must not be. */
export async function lostRun(): Promise<{ report: LostReport; wrong: string[] }> {
	const fast = fastClock(100);
	fast.install();
	const cases = OPERATIONS.flatMap((paid) =>
		FAULTS.flatMap((fault) => WAYS.map((way) => ({ paid, fault, way }))),
	);
	const rows: Array<{ lost: Lost; name: string }> = [];
	const work = async () => {
		for (let one = cases.shift(); one !== undefined; one = cases.shift()) {
			// Of its own: what the service still works on after a case is not charged to the next.
			const service = await startService({
				now: fast.now,
				limits: { XS: plenty, S: plenty, M: plenty, L: plenty, image: plenty, audio: plenty },
				balances: { usd: plenty },
			});
			const world = { service, access: accessTo(service) };
			const lost = await loseAnswers(world, one.paid, one.fault, one.way);
			rows.push({ lost, name: `${one.paid.name}, ${one.fault}, ${one.way}` });
			await service.close();
		}
	};
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	} finally {
		fast.restore();
	}
	const count = (is: (lost: Lost) => boolean) => rows.filter(({ lost }) => is(lost)).length;
	const report = {
		...{ operations: OPERATIONS.length, faults: FAULTS.length, ways: WAYS.length },
		...{ runs: rows.length, answered: count(({ said }) => said === '') },
		named: count((lost) => lost.charged === 1 && isNamed(lost)),
		paidTwice: count(({ charged }) => charged > 1),
		hung: count((lost) => lost.hung),
	};
	const isWrong = (lost: Lost) =>
		lost.hung ||
		lost.charged > 1 ||
		(lost.charged === 0 ? lost.said === '' : lost.said !== '' && !isNamed(lost));
	const wrong = rows.filter(({ lost }) => isWrong(lost));
	return { report, wrong: wrong.map(({ name, lost }) => `${name}: ${JSON.stringify(lost)}`) };
}

/** Whether the error says that money may be gone. */
function isNamed({ said }: Lost): boolean {
	return /charged/.test(said);
}

const plenty = 10_000;

function accessTo(service: LocalService): Access {
	return {
		credentialTypes: [new InferenceServiceApi()],
		credentials: {
			inferenceServiceApi: {
				...{ baseUrl: service.url, apiKey: service.keys.user, namePrefix: 'service' },
			},
		},
	};
}
