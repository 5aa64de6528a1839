import type { LocalService } from '../../service/service';
import type { UsageEntry } from '../../service/usage/entry';
import type { Random } from '../../lib/billing/random';

interface Planned {
	/** When the service records it, in Unix ms: at its timestamp or later. */
	at: number;
	entry: UsageEntry;
}

/** How many of the entries are recorded late, and how late at most. */
export interface Late {
	share: number;
	mostMs: number;
}

const SKUS = ['text-basic-input-mtoken', 'text-basic-output-mtoken', 'image-basic-image'];

/** Charges over a span of time as a service records them: in bursts, many in the same millisecond, some equal, some late. */
export class RecordedUsage {
	readonly entries: UsageEntry[] = [];
	private readonly planned: Planned[] = [];
	private next = 0;

	constructor(
		private readonly service: LocalService,
		random: Random,
		span: { from: number; to: number; perMinute: number; late: Late; wholeSeconds?: boolean },
	) {
		const stamp = (at: number) => (span.wholeSeconds ? at - (at % 1_000) : at);
		for (let at = span.from; at < span.to; at += 60_000 / span.perMinute) {
			const burst = random.chance(0.1) ? random.from(5, 30) : random.from(0, 2);
			for (let count = 0; count < burst; count++) {
				const charged = Math.round(at) + (random.chance(0.6) ? 0 : random.from(0, 5));
				const late = random.chance(span.late.share) ? random.from(0, span.late.mostMs) : 0;
				this.planned.push({ at: charged + late, entry: entryAt(stamp(charged), random) });
			}
		}
		this.planned.sort((one, other) => one.at - other.at);
	}

	/** Whether everything was recorded. */
	get done(): boolean {
		return this.next === this.planned.length;
	}

	/** Records what is due. */
	until(now: number): void {
		for (let due = this.planned[this.next]; due && due.at <= now; due = this.planned[++this.next]) {
			this.service.record(due.entry);
			this.entries.push(due.entry);
		}
	}
}

function entryAt(at: number, random: Random): UsageEntry {
	const equal = random.chance(0.4);
	return {
		timestamp: new Date(at).toISOString(),
		amount: -random.from(1, 3) / 1000,
		currency: random.chance(0.7) ? 'USD' : 'DIEM',
		sku: SKUS[random.from(0, 2)] ?? '',
		units: 1,
		pricePerUnitUsd: 0.001,
		notes: 'API Inference',
		inferenceDetails: equal
			? null
			: {
					requestId: `req-${random.from(0, 1e9)}`,
					promptTokens: random.from(1, 99),
					completionTokens: null,
					inferenceExecutionTime: null,
				},
	};
}
