import { findChromium } from './browser.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Installs Chromium where that was asked for with INSTALL_CHROMIUM=1 and apt-get may do it. It is optional: without it
 * the panels are skipped.
 * @param {AbortSignal} signal
 */
export async function prepareChromium(signal) {
	if (process.env.INSTALL_CHROMIUM !== '1' || findChromium() || process.getuid?.() !== 0) return;
	/** @param {string[]} args */
	const aptGet = (args) =>
		run('apt-get', args, {
			cwd: '/',
			what: 'Installing Chromium',
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			signal,
		});
	try {
		await step('Installing Chromium for the checks in the editor', async () => {
			await aptGet(['update']);
			await aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
		});
	} catch (error) {
		signal.throwIfAborted();
		console.log(
			`Chromium could not be installed: ${error instanceof Error ? error.message : error}`,
		);
	}
}
