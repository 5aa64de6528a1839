import { PGlite } from '@electric-sql/pglite';

import type { WireEntry } from './history';

/** Amounts are loaded as their JSON text, so that no floating number comes between. */
const TABLE = `CREATE TABLE entries (
	at timestamptz NOT NULL, currency text NOT NULL, sku text NOT NULL, amount numeric NOT NULL,
	units numeric NOT NULL, request text, prompt bigint, completion bigint)`;

const CHUNK = 50_000;

/** Opens a PostgreSQL that lives in memory, and says which one it is. */
export async function openDatabase(): Promise<{ db: PGlite; version: string }> {
	const db = await PGlite.create();
	await db.exec(TABLE);
	const { rows } = await db.query<{ version: string }>('SELECT version()');
	return { db, version: String(rows[0]?.version).split(',')[0] ?? '' };
}

/** Puts all entries of a history in place of those before; gives their number. */
export async function load(db: PGlite, entries: Iterable<WireEntry>): Promise<number> {
	await db.exec('TRUNCATE entries');
	let lines: string[] = [];
	let count = 0;
	const flush = async () => {
		const blob = new Blob([lines.join('')]);
		await db.query("COPY entries FROM '/dev/blob' WITH (FORMAT csv)", [], { blob });
		lines = [];
	};
	for (const entry of entries) {
		const { requestId, promptTokens, completionTokens } = entry.inferenceDetails ?? {};
		const row = [entry.timestamp, entry.currency, entry.sku, entry.amount, entry.units];
		lines.push(`${[...row, requestId, promptTokens, completionTokens].map(cell).join(',')}\n`);
		count++;
		if (lines.length >= CHUNK) await flush();
	}
	await flush();
	return count;
}

function cell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'number' ? JSON.stringify(value) : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Bounds = [start: string, end: string];

/** How PostgreSQL finds the borders of a period: $1 is now, $2 the zone. Local times become moments at the very end. */
const LOCAL: Record<string, [start: string, end: string, beforeStart: string, beforeEnd: string]> =
	{
		today: ['day', 'now', "day - '1 day'::interval", "least(now - '1 day'::interval, day)"],
		yesterday: [
			"day - '1 day'::interval",
			'day',
			"day - '2 days'::interval",
			"day - '1 day'::interval",
		],
		last7Days: [
			"day - '7 days'::interval",
			'day',
			"day - '14 days'::interval",
			"day - '7 days'::interval",
		],
		last30Days: [
			"day - '30 days'::interval",
			'day',
			"day - '60 days'::interval",
			"day - '30 days'::interval",
		],
		thisMonth: [
			'month',
			'now',
			"month - '1 month'::interval",
			"least(now - '1 month'::interval, month)",
		],
		lastMonth: [
			"month - '1 month'::interval",
			'month',
			"month - '2 months'::interval",
			"month - '1 month'::interval",
		],
	};

/** The borders of the period and of the one before, as ISO 8601 in UTC, by the calendar of PostgreSQL. */
export async function borders(
	db: PGlite,
	period: string,
	now: string,
	zone: string,
): Promise<{ current: Bounds; before: Bounds }> {
	const names = LOCAL[period] ?? [];
	const columns = names.map((local, index) => {
		// Now itself is a moment already, and one local time could stand for two.
		const moment = local === 'now' ? '$1::timestamptz' : `((${local}) AT TIME ZONE $2::text)`;
		return `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS c${index}`;
	});
	const { rows } = await db.query<Record<string, string>>(
		`SELECT ${columns.join(', ')} FROM (SELECT local AS now, date_trunc('day', local) AS day,
			date_trunc('month', local) AS month FROM (SELECT $1::timestamptz AT TIME ZONE $2::text AS local) a) b`,
		[now, zone],
	);
	const { c0 = '', c1 = '', c2 = '', c3 = '' } = rows[0] ?? {};
	return { current: [c0, c1], before: [c2, c3] };
}
