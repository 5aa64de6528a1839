import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changed } from './checks/play.mjs';
import { chat, execute, openCanvas, save, savePanel, succeeded, tidy } from './pictures.mjs';
import { slackMessage } from './slackMessage.mjs';
import { itemsOf, putWorkflow, readExamples, runWorkflow, withCredential } from './workflows.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The workflows of the examples about spend: the button that starts each, and its last node. */
const canvases = [
	{ file: 'spend-report', start: 'When Clicking Execute', last: 'Upload File' },
	{ file: 'budget-alert', start: 'When Spend Passes the Budget', last: 'Send Alert' },
	{ file: 'usage-to-data-table', start: 'When Charged', last: 'Store Each Charge Once' },
	{ file: 'work-list', start: 'Every Minute', last: 'Store Result' },
	{ file: 'ask-before-spending', start: 'When Clicking Execute', last: 'Draw' },
	{ file: 'customer-invoice', start: 'When Clicking Execute', last: 'Store Costs' },
	{ file: 'cost-by-workflow', start: 'Every Monday at 8', last: 'Cost per Label' },
];

/** The examples whose table has to be made first, and the button that makes it. */
const prepared = [['cost-by-workflow', 'When Clicking Execute']];

/** Of the examples whose chart is shown in a panel: the picture of it. @type {Record<string, string>} */
const panels = {
	'spend-report': 'spend-report-panel.png',
	'cost-by-workflow': 'cost-by-workflow-panel.png',
};

const pageSize = { width: 960, height: 1200 };

/**
 * A report over a week: its chart as it is, its message drawn from its blocks, and its page as a browser shows it.
 * @param {{ page: Page, rest: import('./rest.mjs').Rest, credential: { id: string, name: string }, folder: string }} options
 */
async function takeReport({ page, rest, credential, folder }) {
	const { 'spend-report': example } = readExamples();
	const week = changed(example, 'Spend report of a week', 'Spend Report', (parameters) => {
		Object.assign(parameters, {
			...{ period: 'last7Days', groupBy: ['product', 'day'] },
			options: { ...parameters.options, monthlyBudget: 2.4 },
		});
	});
	const [start, report] = ['When Clicking Execute', 'Spend Report'];
	const nodes = week.nodes.filter(({ name }) => [start, report].includes(name));
	const connections = { [start]: { main: [[{ node: report, type: 'main', index: 0 }]] } };
	const alone = await putWorkflow(
		rest,
		withCredential({ ...week, nodes, connections }, credential),
	);
	const [{ json, binary }] = itemsOf(await runWorkflow(rest, alone, start), report);
	const chart = await rest.binary(binary?.chart.id);

	await page.setContent(slackMessage(json.blocks, chart));
	await page.locator('body').screenshot({ path: join(folder, 'spend-slack.png') });

	const local = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.html');
	writeFileSync(local, await rest.binary(binary?.html.id));
	const usual = page.viewportSize();
	await page.setViewportSize(pageSize);
	await page.goto(pathToFileURL(local).href);
	// Up to the second currency, which looks like the first.
	const [, second] = await page.locator('h2').all();
	const height = (await second?.boundingBox())?.y ?? pageSize.height;
	const clip = { x: 0, y: 0, width: pageSize.width, height: Math.floor(height) };
	await page.screenshot({ path: join(folder, 'spend-page.png'), fullPage: true, clip });
	if (usual) await page.setViewportSize(usual);
}

/**
 * Pictures of the report and of the workflows around it.
 * @param {{ page: Page, url: string, rest: import('./rest.mjs').Rest, credential: { id: string, name: string }, workflows: import('./workflows.mjs').Workflow[], folder: string }} options workflows: the examples as n8n has them
 */
export async function takeSpendPictures(options) {
	const { page, url, rest, workflows, folder } = options;
	const examples = readExamples();
	/** @param {string} file */
	const open = async (file) => {
		const saved = workflows.find(({ name }) => name === examples[file].name);
		if (!saved) throw new Error(`n8n does not have the example ${file}`);
		await openCanvas(page, url, String(saved.id));
		return saved;
	};
	// First, as the editor remembers the list of runs that the others open in the place of the chat.
	await open('chat-within-budget');
	await chat(page, 'Which three cheeses go well with pears?');
	await succeeded(page, 'Inference Chat');
	await tidy(page);
	await save(page, join(folder, 'chat-within-budget.png'));
	for (const [file, start] of prepared) await runWorkflow(rest, await open(file), start);
	for (const { file, start, last } of canvases) {
		const { nodes } = await open(file);
		await execute(page, start);
		if (!nodes.find(({ name }) => name === last)?.disabled) await succeeded(page, last);
		await tidy(page);
		// A template has its picture already, as it looks when it has been imported.
		if (file !== 'spend-report') await save(page, join(folder, `${file}.png`));
		const panel = panels[file];
		if (panel) await savePanel(page, 'Spend Report', join(folder, panel), { view: true });
	}
	await takeReport(options);
}
