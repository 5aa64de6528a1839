import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, launchChromium } from '../browser.mjs';
import {
	axeViolations,
	columnSums,
	fold,
	layoutProblems,
	lightness,
	pageHeight,
} from '../reportReader.mjs';

/** @typedef {import('playwright-core').Page} Page */

const axeSource = readFileSync(
	createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
	'utf8',
);

const widths = [375, 768, 1280];
const schemes = /** @type {const} */ (['light', 'dark']);

/** Two pages in print, and no more than a few screens of a phone for each currency. */
const mostPages = 2;
const mostPhonePixels = 4_000;

/** @param {Page} page @param {'A4' | 'Letter'} format */
async function printedPages(page, format) {
	const pdf = await page.pdf({ format });
	return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** @param {Page} page @param {number} width @param {'light' | 'dark'} scheme */
async function assertScreen(page, width, scheme) {
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ media: 'screen', colorScheme: scheme });
	const { problems, charts } = await page.evaluate(layoutProblems);
	assert.deepEqual(problems, []);
	const sections = await page.locator('section').count();
	const folded = await page.locator('section > details > figure').count();
	assert.equal(charts, sections - folded, 'one chart is shown for each currency that is used');
	const { page: background, text, chart } = await page.evaluate(lightness);
	assert.equal(background > 128, scheme === 'light');
	assert.equal(text < 128, scheme === 'light');
	assert.equal(chart, background, 'the chart has the background of the page');
	const height = await page.evaluate(pageHeight);
	assert.ok(height < mostPhonePixels * sections, `the page is ${height} pixels high`);
	for (const open of [false, true]) {
		await page.evaluate(fold, open);
		assert.deepEqual(await page.evaluate(axeViolations), []);
	}
	await page.evaluate(fold, false);
}

/**
 * The page of a spend report as a browser shows and prints it, where there is one.
 * @param {Pick<import('./checklist.mjs').Scene, 'check'>} scene
 * @param {Buffer | undefined} html what the report in n8n made
 */
export async function checkReportPage({ check }, html) {
	if (!findChromium()) {
		console.log(
			'The report page was skipped, as there is no Chromium: apt-get install -y chromium',
		);
		return;
	}
	const folder = mkdtempSync(join(tmpdir(), 'report-page-'));
	const browser = await launchChromium();
	try {
		const page = await browser.newPage();
		/** @type {string[]} */
		const asked = [];
		page.on('request', (request) => asked.push(request.url()));
		const file = join(folder, 'report.html');
		await check('report page: it was made, and loads nothing from elsewhere', async () => {
			assert.ok(html && html.length > 1_000);
			writeFileSync(file, html);
			await page.goto(pathToFileURL(file).href);
			await page.evaluate(axeSource);
			assert.deepEqual(asked, [pathToFileURL(file).href]);
			assert.equal(await page.locator('script, img, link, iframe').count(), 0);
		});
		for (const width of widths) {
			for (const scheme of schemes) {
				await check(`report page: ${width} pixels wide, ${scheme}, no axe violation`, () =>
					assertScreen(page, width, scheme),
				);
			}
		}
		await check('report page: the rows of each table add up to its total', async () => {
			const sums = await page.evaluate(columnSums);
			assert.ok(sums.length >= 3, `only ${sums.length} columns with a sum`);
			for (const { name, total, sum } of sums) {
				assert.ok(Math.abs(total - sum) < 1e-9 * Math.max(1, total), `${name}: ${sum} of ${total}`);
			}
		});
		await check('report page: prints on two pages, in A4 and Letter', async () => {
			await page.emulateMedia({ media: 'print' });
			for (const format of /** @type {const} */ (['A4', 'Letter'])) {
				const pages = await printedPages(page, format);
				assert.ok(pages >= 1 && pages <= mostPages, `${format}: ${pages} pages`);
			}
		});
	} finally {
		await browser.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
