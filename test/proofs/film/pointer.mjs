/* global document, addEventListener */

import { setTimeout as wait } from 'node:timers/promises';
import { newUser, patience } from '../trial/user.mjs';

const [movingMs, restMs, keyMs] = [25, 250, 18];

/** Draws where the mouse is, which Chromium without a window does not. */
const draw = () => {
	const dot = document.createElement('div');
	dot.style.cssText =
		'position:fixed;z-index:2147483647;width:22px;height:22px;margin:-11px;border-radius:50%;background:#ff6d5a99;border:2px solid #ff6d5a;pointer-events:none;left:-50px;top:-50px;box-sizing:border-box';
	const put = () => document.documentElement.append(dot);
	if (document.documentElement) put();
	else addEventListener('DOMContentLoaded', put);
	const follow = (/** @type {MouseEvent} */ { clientX, clientY }) => {
		if (!dot.isConnected) put();
		dot.style.left = `${clientX}px`;
		dot.style.top = `${clientY}px`;
	};
	const press = (/** @type {string} */ scale) => () => void (dot.style.scale = scale);
	addEventListener('mousemove', follow, true);
	addEventListener('mousedown', press('0.7'), true);
	addEventListener('mouseup', press('1'), true);
};

/**
 * A user whose mouse and keys can be followed.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<import('../trial/user.mjs').User>}
 */
export async function slowUser(page) {
	await page.addInitScript(draw);
	const user = newUser(page);
	/** @param {string | import('playwright-core').Locator} target */
	const locate = (target) => (typeof target === 'string' ? page.locator(target).first() : target);
	return {
		...user,
		async click(target) {
			const found = locate(target);
			await found.waitFor(patience);
			await found.scrollIntoViewIfNeeded(patience);
			const box = await found.boundingBox();
			if (box) {
				const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
				await page.mouse.move(x, y, { steps: 8 });
				await wait(movingMs);
			}
			await user.click(target);
			await wait(restMs);
		},
		async fill(target, text) {
			await user.fill(target, '');
			await locate(target).pressSequentially(text, { delay: keyMs });
			await wait(restMs);
		},
	};
}
