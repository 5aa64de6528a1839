import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, repository } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { checkOwnNode } from '../../host/requirements.mjs';
import { prepareServices } from '../../host/services.mjs';
import { engines } from './engines.mjs';
import { writeFormatted } from '../formatted.mjs';

const life = lifetime();
const results = join(repository, 'test', 'proofs', 'results', 'exactly-once');

const { values } = parseArgs({
	options: {
		engine: { type: 'string', default: 'default' },
		kills: { type: 'string', default: '32' },
		minutes: { type: 'string', default: '120' },
		rate: { type: 'string', default: '50' },
		/** Seconds for which n8n is stopped after the middle kill. */
		stop: { type: 'string', default: '3600' },
		seed: { type: 'string', default: '1' },
		/** Where the result goes; a try-out is not for the page. */
		out: { type: 'string', default: results },
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
	mkdirSync(values.out, { recursive: true });
	const file = join(values.out, `${values.engine}.json`);
	await writeFormatted(file, JSON.stringify(result, null, '\t'));
	console.log(`Result in ${file}`);
}

await life.run(async () => {
	mkdirSync(join(dataFolder, 'exactly-once'), { recursive: true });
	await main();
});
