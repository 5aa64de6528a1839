import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, repository } from '../../host/paths.mjs';

/** Draws a chart with the package's own charts, which are written in TypeScript. @param {object} chart @param {string} file */
export async function draw(chart, file) {
	const outfile = join(buildFolder, 'chart.cjs');
	const { build } = createRequire(join(repository, 'package.json'))('esbuild');
	await build({
		entryPoints: [join(repository, 'lib', 'chart', 'stackedBarsSvg.ts')],
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node20',
		packages: 'external',
		logLevel: 'warning',
	});
	const { stackedBarsSvg } = await import(pathToFileURL(outfile).href);
	writeFileSync(file, `${stackedBarsSvg(chart)}\n`);
}
