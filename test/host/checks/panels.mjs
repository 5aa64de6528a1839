import { findChromium, openEditor } from '../browser.mjs';
import { packageNodes } from '../panelNodes.mjs';
import { checkPanels } from '../panels.mjs';

/** Every node in the real editor, where there is a browser. @param {import('./checklist.mjs').Scene} scene */
export async function checkEveryPanel({ rest, credential, check }) {
	if (!findChromium()) {
		console.log('The panels were skipped, as there is no Chromium: apt-get install -y chromium');
		return;
	}
	const { browser, page, errors } = await openEditor(rest.url);
	try {
		for (const node of await packageNodes(rest)) {
			await check(`editor: every operation of ${node.displayName} opens`, async () => {
				errors.length = 0;
				await checkPanels({ page, errors, rest, credential, node });
			});
		}
	} finally {
		await browser.close();
	}
}
