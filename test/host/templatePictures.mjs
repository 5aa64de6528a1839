import { join } from 'node:path';
import { evaluated, prepared } from './checks/evaluations.mjs';
import { button } from './checks/play.mjs';
import { execute, fit, openCanvas, save, succeeded, tidy } from './pictures.mjs';
import { putWorkflow, readExamples, readTemplates } from './workflows.mjs';

/** Of a window in which a template and its notes can be read. */
const canvasSize = { width: 1920, height: 1080 };

/**
 * Pictures of the templates as they look when they have been imported, and of the example that compares two models.
 * @param {{ page: import('playwright-core').Page, url: string, rest: import('./rest.mjs').Rest, workflows: (import('./workflows.mjs').Workflow & { id: string })[], folder: string }} options workflows: the examples as n8n has them
 */
export async function takeTemplatePictures({ page, url, rest, workflows, folder }) {
	/** @param {string} file */
	const saved = (file) => {
		const found = workflows.find(({ name }) => name === readExamples()[file].name);
		if (!found) throw new Error(`n8n does not have the example ${file}`);
		return found;
	};
	const usual = page.viewportSize();
	await page.setViewportSize(canvasSize);
	for (const file of Object.keys(readTemplates())) {
		await openCanvas(page, url, saved(file).id);
		await fit(page);
		await save(page, join(folder, `${file}.png`));
	}
	if (usual) await page.setViewportSize(usual);

	const example = saved('compare-models');
	const { parameters } = example.nodes.find(({ name }) => name === 'Each Question') ?? {};
	const ready = await putWorkflow(rest, prepared(example, parameters?.dataTableId.value));
	await evaluated(rest, ready.id);
	await openCanvas(page, url, ready.id);
	await execute(page, button);
	await succeeded(page, 'Comparison');
	await tidy(page);
	await save(page, join(folder, 'compare-models.png'));
}
