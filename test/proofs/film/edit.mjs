import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repository } from '../../host/paths.mjs';

/** @typedef {{ caption: string, frames: import('./camera.mjs').Frame[], voice: Buffer }} Scene */

const { build } = createRequire(join(repository, 'package.json'))('esbuild');

/** What encodes in Chromium, which has the codecs: the page's script as text. */
async function studio() {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, 'studio.mjs')],
		bundle: true,
		write: false,
		format: 'iife',
		globalName: 'studio',
		target: 'chrome130',
		logLevel: 'warning',
	});
	return outputFiles[0].text;
}

/**
 * The scenes one after the other as a WebM file, each as long as its pictures and what is said.
 * @param {import('playwright-core').Browser} browser
 * @param {Scene[]} scenes
 * @returns {Promise<{ file: Buffer, seconds: number }>}
 */
export async function edit(browser, scenes) {
	const page = await browser.newPage();
	// WebCodecs exist in pages of a trusted origin alone.
	const address = 'http://localhost/film';
	await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
	await page.goto(address);
	await page.addScriptTag({ content: await studio() });
	/** @param {unknown} argument @param {string} name */
	const ask = (name, argument) =>
		page.evaluate(
			// @ts-expect-error -- the global of the script above
			([called, given]) => globalThis.studio[called](given),
			/** @type {const} */ ([name, argument]),
		);
	await ask('begin', null);
	for (const { caption, frames, voice } of scenes) {
		await ask('addScene', { caption, frames, voice: voice.toString('base64') });
	}
	const { base64, seconds } = await ask('finish', null);
	await page.close();
	return { file: Buffer.from(base64, 'base64'), seconds };
}
