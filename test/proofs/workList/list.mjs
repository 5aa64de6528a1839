/** @typedef {Awaited<ReturnType<typeof import('../../host/postgres.mjs').startPostgres>>} Database */
/** @typedef {{ id: number, prompt: string, answer: string | null, done: boolean, tries: number, note: string | null }} Row */

const tableName = 'inference_work';

/**
 * The table of the example in n8n's database, which the example has to have made.
 * @param {Database} database
 */
export async function workTable(database) {
	const [{ id }] = await database.query('SELECT id FROM data_table WHERE name = $1', [tableName]);
	const own = `"data_table_user_${id}"`;

	/** Fills the table with items that differ, and nothing else. @param {number} items */
	const fill = async (items) => {
		await database.query(`DELETE FROM ${own}`);
		await database.query(
			`INSERT INTO ${own} (prompt, done, claimed_at, tries)
			SELECT 'Item ' || number, false, 0, 0 FROM generate_series(1, $1) AS number`,
			[items],
		);
	};

	/** @param {string} condition @returns {Promise<number>} */
	const count = async (condition) => {
		const [row] = await database.query(
			`SELECT count(*)::int AS count FROM ${own} WHERE ${condition}`,
		);
		return row.count;
	};

	/** @returns {Promise<Row[]>} */
	const rows = () =>
		database.query(`SELECT id, prompt, answer, done, tries, note FROM ${own} ORDER BY id`);

	return { fill, count, rows };
}

/**
 * What was paid for, by prompt, and what the table says of it.
 * @param {Row[]} rows
 * @param {{ path: string, body: any, charge?: string }[]} requests
 * @param {number[]} inFlight rows that were claimed and not answered at each kill
 */
export function accountOf(rows, requests, inFlight) {
	/** @type {Map<string, number>} */
	const charges = new Map();
	for (const { body, charge } of requests) {
		if (charge === undefined) continue;
		const prompt = String(body?.messages?.at(-1)?.content);
		charges.set(prompt, (charges.get(prompt) ?? 0) + 1);
	}
	const twice = rows.filter(({ prompt }) => (charges.get(prompt) ?? 0) > 1);
	const sum = (/** @type {number[]} */ counts) => counts.reduce((total, one) => total + one, 0);
	return {
		answered: rows.filter(({ done, answer }) => done && answer).length,
		charges: sum([...charges.values()]),
		unpaid: rows.filter(({ prompt }) => !charges.has(prompt)).length,
		paidTwice: twice.length,
		extraCharges: sum([...charges.values()].map((count) => count - 1)),
		paidTwiceAndNotNamed: twice.filter(({ tries }) => tries < 2).length,
		named: rows.filter(({ tries }) => tries > 1).length,
		inFlightAtKills: sum(inFlight),
	};
}
