import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { checkOwnNode } from '../../host/requirements.mjs';
import { prepareServices } from '../../host/services.mjs';
import { engines } from './engines.mjs';
import { writeFormatted, writeResult } from '../formatted.mjs';
import { summaryOf } from './report.mjs';

const life = lifetime();

const { values } = parseArgs({
	options: {
		engine: { type: 'string', default: 'default' },
		kills: { type: 'string', default: '32' },
		minutes: { type: 'string', default: '120' },
		rate: { type: 'string', default: '50' },
		/** Seconds for which n8n is stopped after the middle kill. */
		stop: { type: 'string', default: '3600' },
		seed: { type: 'string', default: '1' },
		/** A folder for the result of a try-out, which is not for the page. */
		out: { type: 'string' },
	},
});

async function main() {
	checkOwnNode();
	if (!(values.engine in engines)) {
		throw new PlainError(
			`--engine is ${values.engine}, but has to be one of ${Object.keys(engines)}.`,
		);
	}
	const missing = await prepareServices(life.signal);
	if (missing) throw new PlainError(missing);
	const { measure } = await import('./measure.mjs');
	const { kills, minutes, rate, stop, seed } = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, Number(value)]),
	);
	const result = await measure({ engine: values.engine, kills, minutes, rate, stop, seed, life });
	if (values.out === undefined) {
		await writeResult(`exactly-once/${values.engine}`, summaryOf(result), result);
		return;
	}
	mkdirSync(values.out, { recursive: true });
	await writeFormatted(join(values.out, `${values.engine}.json`), JSON.stringify(result));
}

await life.run(async () => {
	mkdirSync(join(dataFolder, 'exactly-once'), { recursive: true });
	await main();
});
