import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFreshHost } from '../../host/freshHost.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion } from '../../host/paths.mjs';
import { step } from '../../host/progress.mjs';
import { rowsFile, writeResult } from '../formatted.mjs';

const life = lifetime();
const points = /** @type {const} */ ([
	'toolCalls',
	'callIds',
	'streamed',
	'parameters',
	'cancelled',
	'refused',
	'fiftyItems',
]);

const { values } = parseArgs({
	options: {
		/** Names of points, separated by commas, which are measured again; the figures of the others stay as they were measured on this machine. */
		only: { type: 'string', default: '' },
		/** The model whose figures are measured again: own or other; without it, both. */
		model: { type: 'string', default: '' },
	},
});

async function main() {
	const wanted =
		values.only === '' ? points : points.filter((point) => values.only.includes(point));
	const { url, service, startDatabase } = await startFreshHost(life, join(dataFolder, 'ai-table'));
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { putCredentials } = await import('../../host/demo.mjs');
	const { bothModels } = await import('./aiModels.mjs');
	const measure = {
		...(await import('./aiPoints.mjs')),
		...(await import('./aiTrouble.mjs')),
		...(await import('./aiCallIds.mjs')),
	};

	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const before =
		values.only + values.model === '' ? {} : JSON.parse(readFileSync(rowsFile('ai-table'), 'utf8'));
	/** @type {Record<string, any>} */
	const table = { n8n: n8nVersion };
	for (const model of await bothModels(rest, service, credential)) {
		/** @type {Record<string, any>} */
		const measured = { ...before[model.tag], name: model.name };
		table[model.tag] = measured;
		if (values.model !== '' && values.model !== model.tag) continue;
		for (const point of wanted) {
			await step(`${model.name}: ${point}`, async () => {
				measured[point] = await measure[point]({ rest, service, model, credential, startDatabase });
			});
		}
	}
	const { own, other } = table;
	await writeResult('ai-table', { ...table, own: counted(own), other: counted(other) }, table);
}

/** Parameters by their number: their names are in the rows. @param {Record<string, any>} measured */
const counted = ({ parameters: { options, own, ...parameters }, ...measured }) => ({
	...measured,
	parameters: { options: options.length, own: own.length, ...parameters },
});

await life.run(main);
