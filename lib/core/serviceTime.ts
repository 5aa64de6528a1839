import { header, type Answer } from './answer';
import { clock } from './clock';

/** Steady clocks of two machines drift apart by less than a tenth of a second in so long a time. */
const MAX_READING_AGE_MS = 600_000;

/**
 * The time of the service, as the `Date` of its answers reports it and a steady clock continues it. The clock of n8n may be wrong or be set
 * meanwhile: a window that ends later than the service's own time would pass over what is still to be recorded, and a payment would be valid
 * for longer than n8n waits for it.
 */
export class ServiceTime {
	private lastReading?: { date?: number; at: number };

	noteDateOf(answer: Pick<Answer, 'headers'>): void {
		const date = answerDate(answer);
		this.lastReading = { ...(date !== undefined && { date }), at: clock.steady() };
	}

	get isDateMissing(): boolean {
		return this.lastReading !== undefined && this.lastReading.date === undefined;
	}

	/** The earliest that the service's clock can show now (Unix ms); undefined where no answer came lately that says so. */
	earliestNow(): number | undefined {
		const { date, at = -Infinity } = this.lastReading ?? {};
		const passed = clock.steady() - at;
		return date === undefined || passed > MAX_READING_AGE_MS
			? undefined
			: Math.floor(date + passed);
	}
}

/** When the service sent an answer (Unix ms), without the fraction of the second; undefined where it does not say. */
export function answerDate(answer: Pick<Answer, 'headers'>): number | undefined {
	const date = Date.parse(header(answer, 'date') ?? '');
	return Number.isNaN(date) ? undefined : date;
}
