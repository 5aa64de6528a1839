import { accessTo } from '../../engine/access';
import { typed } from '../../coverage/given';
import { fastClock } from '../../engine/fastClock';
import type { RunNodeOptions } from '../../engine/runNode';
import { audio, image, PAID_CASES, type PaidCase, video } from '../../nodes/cost/paidCases';
import { type LocalService, startService } from '../../service/service';

/** Every paid operation once: those whose price is known after a call, and those that are priced otherwise. */
const PAID: PaidCase[] = [
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

/** The same with one case of each operation, and a chat that comes whole. */
export const OPERATIONS: PaidCase[] = PAID.filter(
	(paid, index) =>
		paid.name === 'a chat that comes whole' ||
		PAID.findIndex((one) => kindOf(one) === kindOf(paid)) === index,
);

function kindOf({ node, parameters: { resource, operation } }: PaidCase): string {
	return [node.description.name, resource, operation].join(' ');
}

/** The requests that are charged. */
export const PAID_PATH =
	/^\/(?!models|x402|billing|api_keys|characters)(?!.*\/(retrieve|complete|quote)$)/;

/** A local service, and what a run needs to reach it. */
export interface PaidWorld {
	service: LocalService;
	access: Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;
}

/** Cases that run at the same time: one mostly waits. */
const AT_ONCE = 12;

export const plenty = 10_000;

/** Plays each case with a service of its own, in accelerated time: what the service still works on after a case is not charged to the next. */
export async function playAll<T>(
	cases: T[],
	play: (world: PaidWorld, one: T) => Promise<void>,
): Promise<void> {
	const fast = fastClock(100);
	fast.install();
	const left = [...cases];
	const work = async () => {
		for (let one = left.shift(); one !== undefined; one = left.shift()) {
			const service = await startService({
				now: fast.now,
				limits: { XS: plenty, S: plenty, M: plenty, L: plenty, image: plenty, audio: plenty },
				balances: { usd: plenty },
			});
			await play({ service, access: accessTo(service) }, one);
			await service.close();
		}
	};
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	} finally {
		fast.restore();
	}
}
