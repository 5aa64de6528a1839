import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { step } from '../../host/progress.mjs';
import { account } from './account.mjs';
import { draw } from './draw.mjs';
import { prepare, startBoth } from './host.mjs';
import { callOf, kinds, rounds } from './load.mjs';
import { watchMemory } from './memory.mjs';
import { stressChart } from './chart.mjs';

const life = lifetime();
const settings = {
	rounds: Number(process.env.STRESS_ROUNDS ?? 200),
	beside: 10,
	rate: 0.2,
	seed: 1,
};
/** The models to measure; the others keep what an earlier run measured. */
const only = process.argv.slice(2);
/** Long enough to be stopped while the model works. */
const thinkingMs = 5_000;
const settleMs = 10_000;
/** Per minute, so that no trouble comes of limits. */
const limits = { S: 10_000, M: 10_000, tokens: { S: 100_000_000, M: 100_000_000 } };

/** Inference Chat Model as it is, and as a user sets it who would rather pay a request twice than lose a run. */
const models = /** @type {const} */ ({
	own: { tag: 'own', parameters: {} },
	ownRepeating: {
		tag: 'own',
		parameters: { options: { retriesAndLimits: { repeatLostAnswers: 2 } } },
	},
	other: { tag: 'other', parameters: {} },
});

/** @param {any} service */
function makeTrouble(service) {
	service.reset();
	service.fault({ model: kinds.stopped.model, times: Infinity, delayMs: thinkingMs });
}

/** One model in an n8n and with a service of its own. @param {keyof typeof models} name @param {{ node: string, tarball: string }} prepared */
async function measure(name, prepared) {
	const own = lifetime();
	// After a signal, the process must not end before this n8n has.
	life.add(() => own.stopAll());
	const { tag, parameters } = models[name];
	const folder = join(dataFolder, 'stress', name);
	try {
		const { url, pid, service } = await startBoth(own, folder, prepared, { limits });
		const { connect } = await import('../../host/rest.mjs');
		const { owner } = await import('../../host/owner.mjs');
		const { putCredentials } = await import('../../host/demo.mjs');
		const { bothModels } = await import('../aiTable/aiModels.mjs');
		const { play } = await import('./play.mjs');
		const { tokensByRequest } = await import('./tokens.mjs');

		const rest = await connect(url, owner);
		const credential = await putCredentials(rest, service);
		const model = (await bothModels(rest, service, credential)).find((one) => one.tag === tag);
		if (!model) throw new Error(`There is no model ${tag}`);
		Object.assign(model.node.parameters, parameters);
		const bench = { rest, service, model, credential };
		makeTrouble(service);
		await step('Warming up', () => play(bench, rounds(10), 2));
		makeTrouble(service);
		const { seed, rate } = settings;
		service.chaos({ seed, rate, callOf, paths: [/^\/chat\/completions$/] });
		const memory = watchMemory(pid);
		const outcomes = await step(`${name}: ${settings.rounds} rounds`, () =>
			play(bench, rounds(settings.rounds), settings.beside),
		);
		await wait(settleMs);
		const { journal, ledger, unexpected } = service;
		const seen = { journal, ledger, tokens: await tokensByRequest(service) };
		const grown = memory();
		const raw = { outcomes, ...seen, tokens: [...seen.tokens], memory: grown };
		writeFileSync(join(folder, 'raw.json'), JSON.stringify(raw));
		const counted = account(outcomes, seen);
		return { name: model.name, ...counted, memory: grown, unexpected: unexpected.length };
	} finally {
		await own.stopAll();
	}
}

async function main() {
	const prepared = await prepare(life.signal);
	/** @type {Record<string, any>} */
	const result = { n8n: n8nVersion, ...settings };
	for (const name of /** @type {const} */ (['own', 'other', 'ownRepeating'])) {
		const file = join(dataFolder, 'stress', `${name}.json`);
		const isKept = only.length > 0 && !only.includes(name) && existsSync(file);
		result[name] = isKept ? JSON.parse(readFileSync(file, 'utf8')) : await measure(name, prepared);
		writeFileSync(file, JSON.stringify(result[name]));
	}
	if (settings.rounds < 200) {
		console.log(JSON.stringify(result, null, '\t'));
		return;
	}
	const { writeResult } = await import('../formatted.mjs');
	const withoutTexts = JSON.stringify(result, (key, value) =>
		key === 'errors' ? undefined : value,
	);
	await writeResult('ai-stress', JSON.parse(withoutTexts), result);
	await draw(stressChart(result), join(repository, 'docs', 'images', 'ai-stress.svg'));
}

await life.run(main);
