import type { INodeParameters } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { Random } from '../../lib/billing/random';
import type { UsageEntry } from '../../service/usage/entry';
import { followTime } from '../steadyClock';
import type { ServiceUnderTest } from '../withService';
import { CrashHost, type Disk, type Engine } from './crashHost';
import { RecordedUsage, type Late } from './recordedUsage';

const BEGIN = Date.parse('2026-03-28T22:00:00.000Z');
const SETTLE_MS = 60_000;
const MINUTE = 60_000;
/** How far the clock of n8n is behind at most. */
const BEHIND_MS = 5 * MINUTE;

/** How often each content occurs. */
function contents(entries: Iterable<object>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const entry of entries) {
		const fields = Object.entries(entry).filter(([name]) => name !== 'id');
		const key = JSON.stringify(fields.sort());
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

/** How many of the first are not among the second, equal ones counted. */
export function lacking(wanted: Iterable<object>, there: Iterable<object>): number {
	const known = contents(there);
	let missing = 0;
	for (const [key, count] of contents(wanted))
		missing += Math.max(0, count - (known.get(key) ?? 0));
	return missing;
}

export interface Run {
	seed: number;
	engine: Engine;
	minutes: number;
	perMinute: number;
	maxEntries: number;
	/** Chance of a 5xx, a lost answer or a refused cursor, for each request. */
	trouble: number;
	currency?: string;
	product?: string;
	/** More options of the trigger. */
	options?: INodeParameters;
	/** By default three in ten, within the settle delay. */
	late?: Late;
	/** How long a request takes, in milliseconds. */
	requestMs?: [least: number, most: number];
	/** Minutes between two polls. */
	pollEvery?: number;
	/** Whether an execution fails. */
	fails?: () => 'error' | 'not created' | undefined;
	/** How the clock of n8n shows a time, the steady one apart: by default it is right. */
	shownByN8n?: (now: number) => number;
	/** Whether the service stamps an entry to the second. */
	wholeSeconds?: boolean;
	/** Parameters of another way to emit. */
	emit?: INodeParameters;
	dies: (step: number) => boolean;
}

/** Minutes of a workflow's life, then quiet until everything must have arrived. */
export async function live(
	world: ServiceUnderTest,
	run: Run,
): Promise<{ disk: Disk; recorded: UsageEntry[]; steps: number }> {
	world.service.reset();
	// Each life begins at the same simulated time, with what a new process knows of limits.
	pacerByAccount.clear();
	const random = new Random(run.seed);
	const to = BEGIN + run.minutes * MINUTE;
	const usage = new RecordedUsage(world.service, random, {
		from: BEGIN,
		to,
		perMinute: run.perMinute,
		late: run.late ?? { share: 0.3, mostMs: SETTLE_MS - 1 },
		wholeSeconds: run.wholeSeconds,
	});
	let dying = true;
	const host = new CrashHost(
		run.engine,
		(step) => dying && run.dies(step),
		() => (dying ? run.fails?.() : undefined),
	);
	const parameters = {
		pastCharges: 'date',
		start: new Date(BEGIN).toISOString(),
		...run.emit,
		options: {
			maxEntries: run.maxEntries,
			settleDelay: SETTLE_MS / 1000,
			...(run.currency !== undefined && { currency: run.currency }),
			product: run.product ?? '',
			...run.options,
		},
	};
	// Waiting and each request take time of the simulated clock only.
	jest.spyOn(clock, 'now').mockImplementation(() => Date.now());
	followTime(() => Date.now());
	const { shownByN8n } = run;
	if (shownByN8n) jest.spyOn(clock, 'now').mockImplementation(() => shownByN8n(Date.now()));
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
		jest.setSystemTime(Date.now() + Math.ceil(ms));
	});
	const poll = async (now: number) => {
		usage.until(now);
		await host.poll({
			...world.access,
			parameters,
			now,
			budgetMs: 36_000,
			onRequest: (phase) => {
				if (phase === 'after') return;
				jest.setSystemTime(Date.now() + random.from(...(run.requestMs ?? [20, 9_000])));
				usage.until(Date.now());
				if (!dying || !random.chance(run.trouble)) return;
				const kind = random.from(-2, 3);
				if (kind <= 0) world.service.fault({ refuseCursor: true });
				else if (kind === 1) world.service.fault({ status: 503 });
				else if (kind === 2) world.service.fault({ status: 500, times: random.from(1, 6) });
				else world.service.fault({ cut: 'before' });
			},
		});
	};
	const step = (run.pollEvery ?? 1) * MINUTE;
	let now = BEGIN;
	while (now < to) {
		await poll(now);
		// Now and then the workflow is not active for a while.
		now += random.chance(0.05) ? random.from(5, 75) * MINUTE : step;
	}
	dying = false;
	// Reading an hour again may take several polls, and each starts an empty run.
	const wanted = run.options?.lookBack || shownByN8n ? 12 : 1;
	let idle = 0;
	for (let quiet = 0; quiet < 400 && idle < wanted; quiet++) {
		now += step;
		const { given, empty, failures } = host.disk;
		await poll(now);
		const { disk } = host;
		const same = disk.given === given && disk.failures === failures;
		const still = same && (wanted > 1 || disk.empty === empty);
		const over = usage.done && host.held === 0 && now > to + 2 * SETTLE_MS + BEHIND_MS;
		idle = still && over ? idle + 1 : 0;
	}
	// Of the trouble that chance has in store, some is never met.
	world.service.clearFaults();
	const recorded = usage.entries.filter(
		({ currency, sku }) =>
			(run.currency === undefined || currency === run.currency) &&
			(run.product === undefined || sku === run.product),
	);
	return { disk: host.disk, recorded, steps: host.steps };
}
