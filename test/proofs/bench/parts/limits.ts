import { pacerByAccount } from '../../../../lib/wire/pacing/pacer';
import { fastClock } from '../../../engine/fastClock';
import { startService } from '../../../service/service';
import '../../faults/ownFolder';
import { round } from '../statistics';
import { httpRequest, openAi, ours, type Way } from '../ways';

const SPEED = 60;
const ITEMS = 300;
const PER_MINUTE = 20;
const MINUTE = 60_000;
const WAYS: Record<string, Way> = {
	ours,
	httpRequest: httpRequest(),
	httpRequestBatches: httpRequest({ batchSize: PER_MINUTE, batchInterval: MINUTE / SPEED }),
	openAi,
};

export interface LimitRun {
	answered: number;
	refused: number;
	/** Refusals after the first minute. */
	refusedLater: number;
	billed: number;
	minutes: number;
	/** By the least time that the limit allows. */
	ratio: number;
}

/** 300 items under a limit of 20 a minute, one way after the other, on a clock that runs 60 times faster. */
async function main(): Promise<void> {
	const fast = fastClock(SPEED);
	fast.install();
	const least = (Math.ceil(ITEMS / PER_MINUTE) - 1) * MINUTE;
	const report: Record<string, LimitRun> = {};
	for (const [name, way] of Object.entries(WAYS)) {
		pacerByAccount.clear();
		const service = await startService({ limits: { L: PER_MINUTE }, now: fast.now });
		const answered = await way(
			{ url: service.url, key: service.keys.user, model: 'text-code' },
			ITEMS,
		);
		const calls = service.requests('/chat/completions');
		const first = calls[0]?.at ?? 0;
		const last = calls.at(-1)?.at ?? 0;
		const refusals = calls.filter(({ status }) => status !== 200);
		report[name] = {
			answered,
			refused: refusals.length,
			refusedLater: refusals.filter(({ at }) => at > first + MINUTE).length,
			billed: service.ledger.length,
			minutes: round((last - first) / MINUTE),
			ratio: round((last - first) / least),
		};
		await service.close();
	}
	process.stdout.write(
		`${JSON.stringify({ items: ITEMS, perMinute: PER_MINUTE, leastMinutes: least / MINUTE, ways: report })}\n`,
	);
	process.exit();
}

void main();
