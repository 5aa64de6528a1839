import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { n8nVersion } from '../../host/paths.mjs';
import { step } from '../../host/progress.mjs';
import { writeFormatted } from '../formatted.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { loadAndSize } from './load.mjs';
import { charts, page } from './page.mjs';
import { workshop } from './run.mjs';

const many = 10_000_000;
const open = { limits: { XS: many, account: many, tokens: { XS: many * 1_000 } } };
const jsonFile = join('test', 'proofs', 'results', 'benchmark.json');
const only = process.argv.slice(2);

/** Measures everything, or the parts that are named, and writes test/proofs/results/benchmark.json and docs/maintainers/benchmark.md. */
async function main() {
	const life = lifetime();
	const shop = await workshop(life.signal);
	const history = (/** @type {number} */ entries) => ({
		...open,
		history: { entries, from: '2025-01-01T00:00:00.000Z', stepMs: 1_000 },
		cursorLifeMs: 3_600_000,
	});
	/** @type {Record<string, () => Promise<unknown>>} */
	const parts = {
		overhead: () => shop.withService(open, (service) => shop.part('parts/overhead', service)),
		streaming: () =>
			shop.withService({ ...open, pieceCharacters: 4 }, (service) =>
				shop.part('parts/streaming', service),
			),
		reader: () =>
			shop.withService({ ...open, pieceCharacters: 4 }, (service) =>
				shop.part('parts/reader', service),
			),
		limits: () => shop.part('parts/limits'),
		faults: () => shop.part('parts/faults'),
		memory: () => shop.part('memory'),
		growth: () => shop.part('parts/growth'),
		walk: async () => {
			/** @type {Record<string, unknown>} */
			const sizes = {};
			for (const entries of [100_000, 1_000_000]) {
				sizes[entries] = await shop.withService(history(entries), (service) =>
					shop.part('parts/walk', { ...service, entries }),
				);
			}
			return sizes;
		},
		windows: async () => {
			const month = { entries: 100_000, from: '2026-10-01T00:00:00.000Z', stepMs: 26_784 };
			const service = { ...open, history: month, cursorLifeMs: 3_600_000, delayMs: 100 };
			/** @type {import('./parts/windows').WindowFigures[]} */
			const ways = [];
			await shop.withService(service, async (started) => {
				for (;;) {
					const way = await shop.part('parts/windows', { ...started, index: ways.length });
					if (way === null) return;
					ways.push(way);
				}
			});
			const isSame = ways.every(
				({ what, returned }) =>
					returned !== undefined &&
					ways.every((other) => other.what !== what || other.returned === returned),
			);
			const all = ways.map(({ name, seconds, growthMb }) => [name, { seconds, growthMb }]);
			return { ways: Object.fromEntries(all), isSame, load: Math.round(loadavg()[1]) };
		},
		package: () => loadAndSize(shop.node, life.signal),
	};
	try {
		/** @type {Record<string, unknown>} */
		let results = {};
		if (only.length > 0) results = JSON.parse(readFileSync(jsonFile, 'utf8'));
		for (const [name, measure] of Object.entries(parts)) {
			if (only.length > 0 && !only.includes(name)) continue;
			await step(`Measuring: ${name}`, async () => {
				results[name] = await measure();
			});
		}
		const [{ model }] = cpus();
		results.machine = { n8n: n8nVersion, cores: cpus().length, processor: model };
		await writeFormatted(jsonFile, JSON.stringify(results));
		await shop.part('parts/charts', charts(results));
		await writeFormatted(join('docs', 'maintainers', 'benchmark.md'), page(results));
	} finally {
		shop.clear();
		await life.stopAll();
	}
}

await main();
process.exit();
