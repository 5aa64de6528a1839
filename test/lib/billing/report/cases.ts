import type { PeriodName } from '../../../../lib/billing/period';

export interface ProofCase {
	seed: number;
	zone: string;
	/** ISO 8601; the report is made at this time. */
	now: string;
	period: Exclude<PeriodName, 'custom'>;
	entries: number;
	/** The change of the clocks that lies in the period or at its border. */
	change?: 'to summer time' | 'from summer time';
}

const SPRING = 'to summer time';
const AUTUMN = 'from summer time';

type Row = [zone: string, now: string, period: ProofCase['period'], change?: ProofCase['change']];

const ROWS: Row[] = [
	['UTC', '2026-03-10T09:00:00.000Z', 'yesterday'],
	['Europe/Berlin', '2026-03-30T06:15:00.000Z', 'yesterday', SPRING],
	['Europe/Berlin', '2026-10-26T06:15:00.000Z', 'yesterday', AUTUMN],
	['Europe/Berlin', '2026-03-29T10:00:00.123Z', 'today', SPRING],
	['Europe/Berlin', '2026-10-25T10:00:00.123Z', 'today', AUTUMN],
	['Europe/Berlin', '2026-10-26T10:00:00.123Z', 'today', AUTUMN],
	['America/New_York', '2026-03-09T13:00:00.000Z', 'yesterday', SPRING],
	['America/New_York', '2026-11-02T13:00:00.000Z', 'yesterday', AUTUMN],
	['America/New_York', '2026-03-12T13:00:00.000Z', 'last7Days', SPRING],
	['America/New_York', '2026-11-05T13:00:00.000Z', 'last7Days', AUTUMN],
	['Australia/Lord_Howe', '2026-10-04T20:00:00.000Z', 'yesterday', SPRING],
	['Australia/Lord_Howe', '2026-04-05T20:00:00.000Z', 'yesterday', AUTUMN],
	['Pacific/Auckland', '2026-04-10T02:00:00.000Z', 'last7Days', AUTUMN],
	['Pacific/Auckland', '2026-10-01T02:00:00.000Z', 'last30Days', SPRING],
	['America/Santiago', '2026-09-07T12:00:00.000Z', 'yesterday', SPRING],
	['Africa/Cairo', '2026-04-25T12:00:00.000Z', 'yesterday', SPRING],
	['Asia/Kathmandu', '2026-05-31T12:00:00.000Z', 'thisMonth'],
	['Europe/London', '2026-03-31T12:00:00.000Z', 'thisMonth', SPRING],
	['Europe/London', '2026-11-15T12:00:00.000Z', 'lastMonth', AUTUMN],
	['America/St_Johns', '2026-11-20T12:00:00.000Z', 'last30Days', AUTUMN],
];

const SMALLEST = 200;
const LARGEST = 5000;

/** Twenty histories of 200 to 5,000 entries; `largest` puts one of that size in the place of the last. */
export function proofCases(largest = LARGEST): ProofCase[] {
	return ROWS.map(([zone, now, period, change], index) => {
		const share = index / (ROWS.length - 1);
		const entries = Math.round(SMALLEST * (LARGEST / SMALLEST) ** share);
		const last = index === ROWS.length - 1;
		return { seed: index + 1, zone, now, period, entries: last ? largest : entries, change };
	});
}
