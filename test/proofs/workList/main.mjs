import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, repository } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { checkOwnNode } from '../../host/requirements.mjs';
import { prepareServices } from '../../host/services.mjs';
import { writeFormatted } from '../formatted.mjs';

const life = lifetime();

const { values } = parseArgs({
	options: {
		items: { type: 'string', default: '10000' },
		kills: { type: 'string', default: '30' },
		seed: { type: 'string', default: '1' },
		/** After so many minutes the run ends, and fails unless every item was answered. */
		limit: { type: 'string', default: '120' },
		out: {
			type: 'string',
			default: join(repository, 'test', 'proofs', 'results', 'exactly-once', 'work-list.json'),
		},
	},
});

async function main() {
	checkOwnNode();
	mkdirSync(join(dataFolder, 'work-list'), { recursive: true });
	const missing = await prepareServices(life.signal);
	if (missing) throw new PlainError(missing);
	const { measure } = await import('./measure.mjs');
	const [items, kills, seed, limitMinutes] = [
		values.items,
		values.kills,
		values.seed,
		values.limit,
	].map(Number);
	const result = await measure({ items, kills, seed, limitMinutes, life });
	await writeFormatted(values.out, JSON.stringify(result));
	console.log(JSON.stringify(result));
	if (result.answered < items || result.paidTwiceAndNotNamed > 0) process.exitCode = 1;
	if (result.extraCharges > result.inFlightAtKills) process.exitCode = 1;
}

await life.run(main);
