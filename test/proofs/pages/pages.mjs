import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aiSection } from '../aiTable/aiPage.mjs';
import { page as benchmark } from '../bench/page.mjs';
import { clusterSection } from '../cluster/page.mjs';
import { pageOf } from '../exactlyOnce/page.mjs';
import { formatted } from '../formatted.mjs';
import { trialTable } from '../trial/page.mjs';
import { stressSection } from '../stress/page.mjs';
import { sections } from './sections.mjs';

const docs = (/** @type {string} */ name) => join('docs', 'maintainers', name);
const results = (/** @type {string} */ name) => join('test', 'proofs', 'results', name);
const page = (/** @type {string} */ name) => readFileSync(docs(name), 'utf8');
const result = (/** @type {string} */ name) => JSON.parse(readFileSync(results(name), 'utf8'));

/**
 * A page with what stands between the marks of this name replaced.
 * @param {string} text
 * @param {string} name
 * @param {string} part
 */
function withPart(text, name, part) {
	const marks = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`);
	if (!marks.test(text)) throw new Error(`No part ${name}`);
	return text.replace(marks, () => `<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->`);
}

/** The pages that do not show the committed results, each as it must be. */
export async function outdated() {
	const measured = Object.entries({
		...sections,
		'ai-table': { result: 'ai-table.json', text: aiSection },
		cluster: { result: 'cluster.json', text: clusterSection },
		'ai-stress': { result: 'ai-stress.json', text: stressSection },
	}).reduce(
		(text, [name, { result: file, text: write }]) => withPart(text, name, write(result(file))),
		page('measured.md'),
	);
	const trial = withPart(page('trial.md'), 'trial', trialTable(result('trial.json')));
	const pages = {
		'measured.md': measured,
		'benchmark.md': await formatted(
			'docs/maintainers/benchmark.md',
			benchmark(result('benchmark.json')),
		),
		'exactly-once.md': await formatted(
			'docs/maintainers/exactly-once.md',
			pageOf(results('exactly-once')),
		),
		'trial.md': await formatted('docs/maintainers/trial.md', trial),
	};
	return Object.entries(pages)
		.filter(([name, text]) => page(name) !== text)
		.map(([name, text]) => ({ file: docs(name), text }));
}
