import { fit, save } from '../../host/pictures.mjs';
import { byTestId } from './user.mjs';

/** Takes a picture of what the user sees at the first success. @param {import('playwright-core').Page} page @param {string} path */
export async function takePicture(page, path) {
	const panel = page.locator(byTestId('ndv'));
	if (await panel.isVisible()) {
		await page.addStyleTag({ content: '.el-notification { display: none !important; }' });
		const file = panel.locator(byTestId('ndv-view-binary-data'));
		if ((await file.count()) > 0) await file.first().click();
		await page.waitForTimeout(1_500);
	} else {
		await fit(page);
	}
	await save(page, path);
}
