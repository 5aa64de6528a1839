import { packageName } from '../../host/paths.mjs';

export const triggerName = 'Inference Usage Trigger';

const columns = `
	id text,
	"timestamp" timestamptz NOT NULL,
	sku text NOT NULL,
	units numeric NOT NULL,
	"pricePerUnitUsd" numeric NOT NULL,
	amount numeric NOT NULL,
	currency text NOT NULL,
	notes text,
	"inferenceDetails" jsonb,
	replayed boolean`;

/** One table takes whatever comes, so that repeats are seen; the other takes an entry once. */
export const tables = `
CREATE TABLE usage_raw (no bigserial PRIMARY KEY, ${columns});
CREATE TABLE usage_once (${columns}, PRIMARY KEY (id));
`;

/** @param {string} name @param {string} table @param {number} row @param {object} options @param {{ id: string, name: string }} credential */
const insert = (name, table, row, options, credential) => ({
	id: table,
	name,
	type: 'n8n-nodes-base.postgres',
	// Earlier versions change how the PostgreSQL driver of the whole process reads times, and the scheduler of n8n then stops.
	typeVersion: 2.7,
	position: [260, 200 * row],
	retryOnFail: true,
	maxTries: 5,
	waitBetweenTries: 2_000,
	parameters: {
		operation: 'insert',
		schema: { __rl: true, mode: 'list', value: 'public' },
		table: { __rl: true, mode: 'list', value: table },
		columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
		// What a node gives back is kept with the execution: one short column is enough.
		options: { outputColumns: ['currency'], ...options },
	},
	credentials: { postgres: credential },
});

/**
 * The trigger, and two PostgreSQL nodes after it that insert what it gives.
 * @param {{ name: string, startDate: string, maxEntries: number, postgres: { id: string, name: string } }} options startDate: ISO 8601
 * @returns {import('../../host/workflows.mjs').Workflow}
 */
export function feedWorkflow({ name, startDate, maxEntries, postgres }) {
	const raw = insert('Store Each Charge', 'usage_raw', 0, {}, postgres);
	const once = insert(
		'Store Each Charge Once',
		'usage_once',
		1,
		{ skipOnConflict: true },
		postgres,
	);
	const trigger = {
		id: 'trigger',
		name: triggerName,
		type: `${packageName}.inferenceUsageTrigger`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			pastCharges: 'date',
			start: startDate,
			options: { settleDelay: 60, maxEntries, replayUnfinished: true },
		},
	};
	return {
		name,
		nodes: [trigger, raw, once],
		connections: {
			[triggerName]: {
				main: [[raw, once].map(({ name: node }) => ({ node, type: 'main', index: 0 }))],
			},
		},
		settings: { executionOrder: 'v1' },
	};
}
