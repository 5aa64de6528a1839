import { searchNodes } from '../../host/nodeCreator.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {ReturnType<typeof newUser>} User */

export const patience = { timeout: 60_000 };

/** @param {string} id */
export const byTestId = (id) => `[data-test-id="${id}"]`;

/**
 * A user at the editor, whose clicks and filled fields are counted.
 * @param {Page} page
 */
export function newUser(page) {
	const counted = { clicks: 0, fields: 0 };
	/** @param {string | Locator} target */
	const locate = (target) => (typeof target === 'string' ? page.locator(target).first() : target);
	return {
		page,
		counted,
		/** @param {string | Locator} target */
		async click(target) {
			await locate(target).click(patience);
			counted.clicks += 1;
		},
		/** Fills in a field, as by typing into it. @param {string | Locator} target @param {string} text */
		async fill(target, text) {
			await locate(target).fill(text, patience);
			counted.fields += 1;
		},
		/** Types a word into the node creator, and reads what it lists. @param {string} word */
		async search(word) {
			counted.fields += 1;
			return await searchNodes(page, word);
		},
	};
}
