import { accessTo } from '../../engine/access';
import { fastClock } from '../../engine/fastClock';
import { runNode } from '../../engine/runNode';
import { type LocalService, startService } from '../../service/service';
import { account, type FaultReport } from './account';
import { LOADS, type LoadName } from './loads';
import { type Outcome, outcomesOf } from './outcome';

export interface FaultRunOptions {
	/** Items of each load. */
	itemsEach: number;
	/** Items of one execution. */
	batch: number;
	seed: number;
	/** Share of the requests that meet trouble. */
	rate: number;
	/** How much faster than real time the package and the service live. */
	speed: number;
	/** How many executions run beside each other. */
	beside: number;
}

/** Per minute; what the default limits allow would make the run last hours. */
const LIMITS = { image: 400, audio: 1_000, rpc: 400 };
const FIRST: LoadName[] = [
	'chat',
	'image',
	'speech',
	'embeddings',
	'rpc',
	'queue',
	'models',
	'history',
];

interface Execution {
	load: LoadName;
	items: Array<{ mark: string; queueId?: string }>;
}

/** Gives all loads to the real nodes under faults; what came of it, and every fact that must not be. */
export async function faultRun(
	options: FaultRunOptions,
): Promise<{ report: FaultReport; wrong: string[]; outcomes: Outcome[] }> {
	const begin = performance.now();
	const fast = fastClock(options.speed);
	const history = {
		entries: 60,
		from: new Date(fast.now() - 86_400_000).toISOString(),
		stepMs: 1_000,
	};
	const service = await startService({
		now: fast.now,
		history,
		limits: LIMITS,
		balances: { usd: 10_000 },
		jobs: { audio: 5_000 },
	});
	fast.install();
	try {
		service.chaos({ seed: options.seed, rate: options.rate });
		const marks = counter();
		const each = Array.from({ length: options.itemsEach }, (_, index) => index);
		const first = FIRST.map((load) => ({ load, items: each.map(() => ({ mark: marks() })) }));
		const outcomes = await runAll(service, first, options);
		const jobs = outcomes.flatMap(({ queueId }) => (queueId ? [{ mark: marks(), queueId }] : []));
		outcomes.push(...(await runAll(service, [{ load: 'retrieve', items: jobs }], options)));
		const { counted, wrong } = account(service, outcomes);
		const seconds = Math.round((performance.now() - begin) / 100) / 10;
		return { report: { ...counted, seconds }, wrong, outcomes };
	} finally {
		fast.restore();
		await service.close();
	}
}

function counter(): () => string {
	let count = 0;
	return () => `m${String(++count).padStart(6, '0')}`;
}

/** Cuts the work into executions, the loads in turn, and runs so many beside each other. */
async function runAll(
	service: LocalService,
	work: Execution[],
	{ batch, beside }: FaultRunOptions,
): Promise<Outcome[]> {
	const longest = Math.max(...work.map(({ items }) => items.length));
	const queue = Array.from({ length: Math.ceil(longest / batch) }, (_, part) =>
		work.map(({ load, items }) => ({ load, items: items.slice(part * batch, (part + 1) * batch) })),
	)
		.flat()
		.filter(({ items }) => items.length > 0);
	const outcomes: Outcome[] = [];
	const worker = async () => {
		for (let next = queue.shift(); next; next = queue.shift()) {
			outcomes.push(...(await execute(service, next)));
		}
	};
	await Promise.all(Array.from({ length: beside }, worker));
	return outcomes;
}

async function execute(service: LocalService, { load, items }: Execution): Promise<Outcome[]> {
	const { node, parameters } = LOADS[load];
	const marks = items.map(({ mark }) => mark);
	const { outputs, error } = await runNode({
		node,
		parameters,
		items: items.map((json) => ({ json })),
		continueOnFail: 'continueRegularOutput',
		executionId: `${load}-${marks[0] ?? ''}`,
		...accessTo(service),
	});
	if (error) throw error;
	return outcomesOf(load, marks, outputs[0] ?? []);
}
