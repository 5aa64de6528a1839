import type { PGlite } from '@electric-sql/pglite';

type Row = Record<string, string | null>;
type Bounds = [start: string, end: string];

const MONEY = `
	trim_scale(coalesce(sum(-amount) FILTER (WHERE amount < 0), 0))::text AS spend,
	trim_scale(coalesce(sum(amount) FILTER (WHERE amount > 0), 0))::text AS refunds,
	trim_scale(coalesce(sum(-amount), 0))::text AS net,
	count(*)::text AS entries`;

const WITHIN = 'at >= $1::timestamptz AND at < $2::timestamptz';
const SLOT: Record<string, string> = {
	day: `to_char(at AT TIME ZONE $3::text, 'YYYY-MM-DD')`,
	hour: `to_char(date_trunc('hour', at AT TIME ZONE $3::text), 'YYYY-MM-DD"T"HH24:MI') || ' ' ||
		((at AT TIME ZONE $3::text) - (at AT TIME ZONE 'UTC'))::text`,
};

async function ask(db: PGlite, sql: string, values: string[]): Promise<Row[]> {
	return (await db.query<Row>(sql, values)).rows;
}

/** Amounts and entries of each currency. */
export const totals = async (db: PGlite, bounds: Bounds) =>
	await ask(db, `SELECT currency, ${MONEY} FROM entries WHERE ${WITHIN} GROUP BY 1`, bounds);

/** Requests that were charged, and their tokens, in each currency, or over all with an empty name. */
export const requests = async (db: PGlite, bounds: Bounds) =>
	await ask(
		db,
		`WITH charged AS (SELECT * FROM entries WHERE ${WITHIN} AND amount <= 0 AND request IS NOT NULL),
		each AS (SELECT currency, request, max(coalesce(prompt, 0)) p, max(coalesce(completion, 0)) c
			FROM charged GROUP BY 1, 2 UNION ALL
			SELECT '', request, max(coalesce(prompt, 0)), max(coalesce(completion, 0)) FROM charged GROUP BY 2)
		SELECT currency, count(*)::text AS calls, sum(p)::text AS prompt, sum(c)::text AS completion
		FROM each GROUP BY 1`,
		bounds,
	);

/** The products of each currency in order of their spend, with units and with the requests that were charged for them. */
export const products = async (db: PGlite, bounds: Bounds) =>
	await ask(
		db,
		`SELECT currency, sku, ${MONEY}, trim_scale(sum(units))::text AS units,
			count(DISTINCT request) FILTER (WHERE amount <= 0)::text AS calls,
			row_number() OVER (PARTITION BY currency ORDER BY
				coalesce(sum(-amount) FILTER (WHERE amount < 0), 0) DESC, sku COLLATE "C")::text AS place
		FROM entries WHERE ${WITHIN} GROUP BY currency, sku ORDER BY 1, 2`,
		bounds,
	);

/** Amounts of each day or hour of the zone that has any entry. */
export const slots = async (db: PGlite, bounds: Bounds, zone: string, unit: 'day' | 'hour') =>
	await ask(
		db,
		`SELECT currency, ${SLOT[unit]} AS slot, ${MONEY} FROM entries WHERE ${WITHIN} GROUP BY 1, 2`,
		[...bounds, zone],
	);

/** Requests and tokens of each day or hour: a request counts where its first entry is. */
export const slotRequests = async (
	db: PGlite,
	bounds: Bounds,
	zone: string,
	unit: 'day' | 'hour',
) =>
	await ask(
		db,
		`SELECT currency, ${SLOT[unit]} AS slot, count(*)::text AS calls, sum(p)::text AS prompt,
			sum(c)::text AS completion
		FROM (SELECT currency, request, min(at) AS at, max(coalesce(prompt, 0)) p,
				max(coalesce(completion, 0)) c
			FROM entries WHERE ${WITHIN} AND amount <= 0 AND request IS NOT NULL GROUP BY 1, 2) firsts
		GROUP BY 1, 2`,
		[...bounds, zone],
	);

/** How the net amount of each currency changed, and by how many per cent. */
export const changes = async (db: PGlite, current: Bounds, before: Bounds) =>
	await ask(
		db,
		`WITH sums AS (SELECT currency,
			coalesce(sum(-amount) FILTER (WHERE ${WITHIN}), 0) AS now,
			coalesce(sum(-amount) FILTER (WHERE at >= $3::timestamptz AND at < $4::timestamptz), 0) AS old
			FROM entries GROUP BY 1)
		SELECT currency, trim_scale(now - old)::text AS absolute,
			trim_scale(round((now - old) * 100 / nullif(greatest(old, 0), 0), 2))::text AS percent FROM sums`,
		[...current, ...before],
	);
