import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startFreshHost } from '../../host/freshHost.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { describeError } from '../../host/plainError.mjs';
import { step } from '../../host/progress.mjs';
import { account } from './account.mjs';
import { callOf, kinds, rounds } from './load.mjs';
import { watchMemory } from './memory.mjs';

const all = lifetime();
const settings = {
	rounds: Number(process.env.STRESS_ROUNDS ?? 200),
	beside: 10,
	rate: 0.2,
	seed: 1,
};
/** Long enough to be stopped while the model works. */
const thinkingMs = 5_000;
const settleMs = 10_000;
/** Per minute; the trouble is to come from the faults alone. */
const limits = { S: 10_000, M: 10_000, tokens: { S: 100_000_000, M: 100_000_000 } };

/** One model in an n8n and with a service of its own. @param {'own' | 'other'} tag */
async function measure(tag) {
	const life = lifetime();
	try {
		const folder = join(dataFolder, 'stress', tag);
		const { url, pid, service } = await startFreshHost(life, folder, { limits });
		const { connect } = await import('../../host/rest.mjs');
		const { owner } = await import('../../host/owner.mjs');
		const { putCredentials } = await import('../../host/demo.mjs');
		const { bothModels } = await import('../aiTable/aiModels.mjs');
		const { play } = await import('./play.mjs');
		const { tokensByRequest } = await import('./tokens.mjs');

		const rest = await connect(url, owner);
		const models = await bothModels(rest, service, await putCredentials(rest, service));
		const model = models.find((one) => one.tag === tag);
		if (!model) throw new Error(`There is no model ${tag}`);
		const bench = { rest, service, model, credential: { id: '', name: '' } };
		const slow = { model: kinds.stopped.model, times: Infinity, delayMs: thinkingMs };
		service.fault(slow);
		await play(bench, rounds(10), 2);
		service.reset();
		service.fault(slow);
		service.chaos({
			...{ seed: settings.seed, rate: settings.rate, callOf },
			paths: [/^\/chat\/completions$/],
		});
		const memory = watchMemory(Number(pid));
		const started = Date.now();
		const outcomes = await step(`${model.name}: ${settings.rounds} rounds`, () =>
			play(bench, rounds(settings.rounds), settings.beside),
		);
		const seconds = Math.round((Date.now() - started) / 1000);
		await wait(settleMs);
		const { journal, ledger, unexpected } = service;
		const counted = account(outcomes, { journal, ledger, tokens: await tokensByRequest(service) });
		writeFileSync(join(folder, 'outcomes.json'), JSON.stringify(outcomes, null, '\t'));
		return {
			name: model.name,
			...counted,
			seconds,
			memory: memory(),
			unexpected: unexpected.length,
		};
	} finally {
		await life.stopAll();
	}
}

async function main() {
	const result = {
		n8n: n8nVersion,
		...settings,
		own: await measure('own'),
		other: await measure('other'),
	};
	const { writeFormatted } = await import('../formatted.mjs');
	await writeFormatted(join(repository, 'docs', 'ai-stress.json'), JSON.stringify(result));
}

try {
	await main();
} catch (error) {
	if (!all.signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await all.stopAll();
process.exit();
