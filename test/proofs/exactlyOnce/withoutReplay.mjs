import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from './engines.mjs';
import { tableOf } from './table.mjs';

/** @param {number} value */
const number = (value) => value.toLocaleString('en');

/** @param {any} result */
function row({ engine, recorded, handedOver, stored, afterRetry }) {
	const title = engine === 'durable' ? 'Durable cursors' : 'Default';
	const crashed = stored.once.missing - handedOver.missing;
	const { length: kills } = handedOver.losses;
	return [
		title,
		number(recorded.entries),
		`${number(handedOver.missing)}, at ${kills} ${kills === 1 ? 'kill' : 'kills'}`,
		`${number(crashed)} more, in ${afterRetry.crashed} crashed executions`,
	];
}

/** The part about the trigger without replays, from the results of its runs. @param {string} folder */
export function withoutReplaySection(folder) {
	const results = Object.keys(engines).map((engine) =>
		JSON.parse(readFileSync(join(folder, `${engine}.json`), 'utf8')),
	);
	const kills = [...new Set(results.map((result) => result.kills.length))].join(' and ');
	return `## Without replays

The same trigger without *Replay Unfinished Executions*, measured in the same way with ${kills} kills for each engine ([results](../../test/proofs/results/exactly-once/without-replay)):

${tableOf(['Engine', 'Entries', 'Never handed over', 'Not stored until someone pressed *Retry*'], results.map(row))}

With the default engine, entries are lost if n8n dies between saving the checkpoint and creating the execution. With durable cursors, the missing entries are older than the start of the trigger.
`;
}
