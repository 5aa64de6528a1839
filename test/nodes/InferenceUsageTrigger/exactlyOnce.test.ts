import type { INodeParameters } from 'n8n-workflow';

import { clock } from '../../../lib/transport/clock';
import { pacers } from '../../../lib/transport/http/account';
import { Random } from '../../lib/usage/random';
import { seeds } from '../../rounds';
import type { UsageEntry } from '../../service/usage/entry';
import { withService } from '../withService';
import { CrashHost, type Disk, type Engine } from './crashHost';
import { RecordedUsage } from './recordedUsage';

// The service lives in the simulated time as well.
const world = withService({ now: () => Date.now() });
const BEGIN = Date.parse('2026-03-28T22:00:00.000Z');
const SETTLE_MS = 60_000;
const MINUTE = 60_000;

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
function lacking(wanted: Iterable<object>, there: Iterable<object>): number {
	const known = contents(there);
	let missing = 0;
	for (const [key, count] of contents(wanted))
		missing += Math.max(0, count - (known.get(key) ?? 0));
	return missing;
}

interface Run {
	seed: number;
	engine: Engine;
	minutes: number;
	perMinute: number;
	maxEntries: number;
	/** Chance of a 5xx, a lost answer or a refused cursor, for each request. */
	trouble: number;
	currency?: string;
	product?: string;
	/** Parameters of another way to emit. */
	emit?: INodeParameters;
	dies: (step: number) => boolean;
}

/** Minutes of a workflow's life, then quiet until everything must have arrived. */
async function live(run: Run): Promise<{ disk: Disk; recorded: UsageEntry[]; steps: number }> {
	world.service.reset();
	// Each life begins at the same simulated time, with what a new process knows of limits.
	pacers.clear();
	const random = new Random(run.seed);
	const to = BEGIN + run.minutes * MINUTE;
	const usage = new RecordedUsage(world.service, random, {
		from: BEGIN,
		to,
		settleMs: SETTLE_MS,
		perMinute: run.perMinute,
	});
	let dying = true;
	const host = new CrashHost(run.engine, (step) => dying && run.dies(step));
	const parameters = {
		startFrom: 'date',
		start: new Date(BEGIN).toISOString(),
		...run.emit,
		options: {
			maxEntries: run.maxEntries,
			settleDelay: SETTLE_MS / 1000,
			currency: run.currency ?? '',
			product: run.product ?? '',
		},
	};
	// Waiting and each request take time of the simulated clock only.
	jest.spyOn(clock, 'now').mockImplementation(() => Date.now());
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
		jest.setSystemTime(Date.now() + ms);
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
				jest.setSystemTime(Date.now() + random.from(20, 9_000));
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
	let now = BEGIN;
	while (now < to) {
		await poll(now);
		// Now and then the workflow is not active for a while.
		now += random.chance(0.05) ? random.from(5, 20) * MINUTE : MINUTE;
	}
	dying = false;
	for (let quiet = 0; quiet < 200; quiet++) {
		now += MINUTE;
		const { given, empty, failures } = host.disk;
		await poll(now);
		const { disk } = host;
		const idle = disk.given === given && disk.empty === empty && disk.failures === failures;
		if (idle && now > to + 2 * SETTLE_MS) break;
	}
	const recorded = usage.entries.filter(
		({ currency, sku }) =>
			(run.currency === undefined || currency === run.currency) &&
			(run.product === undefined || sku === run.product),
	);
	return { disk: host.disk, recorded, steps: host.steps };
}

function expectExactlyOnce(
	engine: Engine,
	{ disk, recorded }: { disk: Disk; recorded: UsageEntry[] },
) {
	const stored = [...disk.stored.values()];
	expect(recorded.length).toBeGreaterThan(0);
	// Stored by ID, nothing is there twice.
	expect(lacking(stored, recorded)).toBe(0);
	const missing = lacking(recorded, stored);
	if (engine === 'durable') {
		expect({ missing, repeated: disk.given - stored.length, lost: disk.lost.length }).toEqual({
			missing: 0,
			repeated: 0,
			lost: 0,
		});
	} else {
		// What n8n saved the state for, and then did not run.
		const lost = new Map(
			disk.lost.filter(({ id }) => !disk.stored.has(id)).map((one) => [one.id, one]),
		);
		expect(missing).toBe(lost.size);
		expect(lacking(recorded, [...stored, ...lost.values()])).toBe(0);
	}
}

const ENGINES: Engine[] = ['durable', 'default', 'scheduler'];

describe.each(ENGINES)('exactly once in the %s engine', (engine) => {
	it('through a crash at every single step', async () => {
		const scenario = {
			seed: 7,
			engine,
			minutes: 3,
			perMinute: 6,
			maxEntries: 10,
			trouble: 0.2,
		};
		const { steps, ...calm } = await live({ ...scenario, dies: () => false });
		expectExactlyOnce(engine, calm);
		expect(calm.disk).toMatchObject({ given: calm.recorded.length, lost: [] });
		expect(steps).toBeGreaterThan(20);
		let [lost, again] = [0, 0];
		for (let fatal = 0; fatal < steps; fatal++) {
			const result = await live({ ...scenario, dies: (step) => step === fatal });
			expectExactlyOnce(engine, result);
			lost += result.disk.lost.length;
			again += result.disk.given - result.disk.stored.size;
		}
		// The gap between the save and the execution was met on both of its sides.
		expect({ lost: lost > 0, again: again > 0 }).toEqual(
			engine === 'durable' ? { lost: false, again: false } : { lost: true, again: true },
		);
	});

	it.each(seeds(2, 6))(
		'through random bursts, late entries, refusals and crashes, seed %i',
		async (seed) => {
			const random = new Random(seed * 1_000);
			const result = await live({
				seed,
				engine,
				minutes: 20,
				perMinute: random.from(8, 30),
				maxEntries: random.from(10, 30),
				trouble: random.next() * 0.4,
				currency: random.chance(0.3) ? 'USD' : undefined,
				product: seed % 2 === 0 ? 'image-basic-image' : undefined,
				dies: () => random.chance(0.15),
			});
			expectExactlyOnce(engine, result);
		},
	);
});

/** Hours and currencies in which the sum of all charges, in thousandths, reaches the threshold. */
function passedHours(entries: UsageEntry[], thousandths: number): string[] {
	const sums = new Map<string, number>();
	for (const { timestamp, currency, amount } of entries) {
		const hour = `${timestamp.slice(0, 13)} ${currency}`;
		sums.set(hour, (sums.get(hour) ?? 0) + Math.round(-amount * 1000));
	}
	return [...sums].flatMap(([hour, sum]) => (sum >= thousandths ? [hour] : [])).sort();
}

describe.each(['durable', 'scheduler'] as const)('thresholds in the %s engine', (engine) => {
	it.each(seeds(1, 4))('are told once each through crashes and refusals, seed %i', async (seed) => {
		const random = new Random(seed * 77);
		const { disk, recorded } = await live({
			seed,
			engine,
			minutes: 90,
			perMinute: 3,
			maxEntries: 10,
			trouble: 0.2,
			emit: { emit: 'threshold', threshold: 0.15, period: 'hour' },
			// Without the gap that n8n leaves between the save and the execution.
			dies: () => engine === 'durable' && random.chance(0.15),
		});
		const told = [...disk.stored.values()].map(
			({ periodStart, currency }) =>
				`${new Date(String(periodStart)).toISOString().slice(0, 13)} ${String(currency)}`,
		);
		expect(told.sort()).toEqual(passedHours(recorded, 150));
		expect(told.length).toBeGreaterThan(1);
		expect(disk.given).toBe(told.length);
	});
});
