import type { IDataObject } from 'n8n-workflow';
import { fastClock } from '../../engine/fastClock';
import { runNode } from '../../engine/runNode';
import type { ChaosKind } from '../../service/chaosFaults';
import { type LocalService, startService } from '../../service/service';
import { accountOf, type FallbackReport } from './account';
import { askChatModel } from './askChatModel';
import { accessTo } from '../../engine/access';
import { WORK, type Work } from './work';

export interface FallbackRunOptions {
	/** Items of each kind of work. */
	itemsEach: number;
	seed: number;
	/** Share of the requests that meet trouble. */
	rate: number;
	/** How much faster than real time the package and the service live. */
	speed: number;
}

/** What makes another model answer, and what must not. */
const KINDS: ChaosKind[] = [
	...(['offline', 'offline', 'offline', 'gone', 'gone', 'gone'] as const),
	...(['overloaded', '503', '429'] as const),
	...(['500', '502', '504', 'resetBefore', 'resetAfter', 'resetMidway', 'malformed'] as const),
];
const PATHS = [/^\/(chat\/completions|image\/generate|audio\/speech)$/];
const BATCH = 25;

/** Gives chat, images and speech with Fallback Models to the real nodes, and chat to the chat model, under faults; what came of it, and what must not be. */
export async function fallbackRun(options: FallbackRunOptions): Promise<FallbackReport> {
	const begin = performance.now();
	const fast = fastClock(options.speed);
	const limits = { XS: 5_000, S: 5_000, M: 5_000, L: 5_000, image: 5_000, audio: 5_000 };
	const service = await startService({ now: fast.now, limits, balances: { usd: 10_000 } });
	fast.install();
	try {
		service.chaos({ seed: options.seed, rate: options.rate, kinds: KINDS, paths: PATHS });
		let count = 0;
		const mark = () => ({ mark: `m${String(++count).padStart(6, '0')}` });
		const outputs: IDataObject[] = [];
		for (let left = options.itemsEach; left > 0; left -= BATCH) {
			const items = Math.min(left, BATCH);
			const batches = WORK.map((work) => ({ work, json: Array.from({ length: items }, mark) }));
			const made = await Promise.all(
				batches.map(async ({ work, json }) => await execute(service, work, json)),
			);
			outputs.push(...made.flat());
			// Afterwards, as all of them share how many requests may fail in a while.
			outputs.push(...(await askChatModel(service, Array.from({ length: items }, mark))));
		}
		const seconds = Math.round((performance.now() - begin) / 1000);
		return { ...accountOf(service, outputs), seconds };
	} finally {
		fast.restore();
		await service.close();
	}
}

async function execute(
	service: LocalService,
	{ node, parameters }: Work,
	marks: IDataObject[],
): Promise<IDataObject[]> {
	const { outputs, error } = await runNode({
		node,
		parameters,
		items: marks.map((json) => ({ json })),
		continueOnFail: 'continueRegularOutput',
		executionId: String(marks[0]?.mark),
		...accessTo(service),
	});
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
}
