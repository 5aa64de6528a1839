import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hostFolder } from '../../host/paths.mjs';
import { keyOf } from './feed.mjs';

const { parse } = createRequire(join(hostFolder, 'package.json'))('flatted');

/** Notes each save of the trigger's state and each new execution, at the moment n8n writes it, and tells of it. */
const triggers = `
CREATE SCHEMA harness;
CREATE TABLE harness.event (no bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), tx bigint NOT NULL DEFAULT txid_current(), what text NOT NULL, detail text);
CREATE TABLE harness.handed (execution int PRIMARY KEY, data text NOT NULL);
CREATE FUNCTION harness.note_static() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO harness.event (what, detail) VALUES ('saved', NEW."staticData"::text);
	PERFORM pg_notify('harness', 'saved');
	RETURN NEW; END $$;
CREATE FUNCTION harness.note_cursor() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO harness.event (what, detail) VALUES ('saved', NEW.cursor::text);
	PERFORM pg_notify('harness', 'saved');
	RETURN NEW; END $$;
CREATE FUNCTION harness.note_execution() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO harness.handed VALUES (NEW."executionId", NEW.data);
	INSERT INTO harness.event (what, detail) VALUES ('created', NEW."executionId"::text);
	PERFORM pg_notify('harness', 'created');
	RETURN NEW; END $$;
CREATE TRIGGER note_static AFTER UPDATE OF "staticData" ON workflow_entity FOR EACH ROW
	WHEN (OLD."staticData"::text IS DISTINCT FROM NEW."staticData"::text) EXECUTE FUNCTION harness.note_static();
CREATE TRIGGER note_cursor AFTER UPDATE OF cursor ON poller_state FOR EACH ROW
	WHEN (OLD.cursor::text IS DISTINCT FROM NEW.cursor::text) EXECUTE FUNCTION harness.note_cursor();
CREATE TRIGGER note_execution AFTER INSERT ON execution_data FOR EACH ROW EXECUTE FUNCTION harness.note_execution();
`;

/** @typedef {{ at: number, what: 'saved' | 'created', detail: string, tx: string }} Event tx: the transaction it was written in */
/** @typedef {{ id: string, key: string, replayed: boolean }} Given */

/**
 * Watches n8n's own database, in which its tables have to be already.
 * @param {Awaited<ReturnType<typeof import('../../host/postgres.mjs').startPostgres>>} database
 */
export async function watchN8n(database) {
	await database.query(triggers);
	const events = new EventEmitter();
	await database.listen('harness', (what) => events.emit(what));

	/** @returns {Promise<Event[]>} */
	const timeline = async () => {
		const rows = await database.query('SELECT at, what, detail, tx FROM harness.event ORDER BY no');
		return rows.map(({ at, ...event }) => ({ at: at.getTime(), ...event }));
	};

	/** The entries of each execution as they stood in its row when n8n created it; those that tell of a failed poll are left out. */
	async function* handedOver() {
		const rows = await database.query('SELECT execution FROM harness.handed ORDER BY execution');
		for (const { execution } of rows) {
			const [{ data }] = await database.query(
				'SELECT data FROM harness.handed WHERE execution = $1',
				[execution],
			);
			const found = parse(data);
			if (found.resultData.error) continue;
			yield { execution: Number(execution), entries: entriesIn(found) };
		}
	}

	/** @returns {Promise<{ id: number, status: string, mode: string, retryOf: string | null }[]>} */
	const executions = async () => {
		const rows = await database.query(
			'SELECT id, status, mode, "retryOf" FROM execution_entity ORDER BY id',
		);
		return rows.map((row) => ({ ...row, id: Number(row.id) }));
	};

	return { events, timeline, handedOver, executions };
}

/** @typedef {Awaited<ReturnType<typeof watchN8n>>} Watch */

/** What the trigger gave to an execution. @param {any} data @returns {Given[]} */
function entriesIn(data) {
	const [first] = data.executionData?.nodeExecutionStack ?? [];
	const items = first?.data?.main?.[0] ?? [];
	return items.map((/** @type {any} */ { json }) => given(json));
}

/** @param {any} entry @returns {Given} */
export const given = (entry) => ({
	id: entry.id ?? keyOf(entry),
	key: keyOf(entry),
	replayed: entry.replayed === true,
});
