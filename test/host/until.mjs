import { setTimeout as wait } from 'node:timers/promises';
import { PlainError } from './plainError.mjs';

const limitMs = 300_000;

/**
 * What a look brings, once it brings something; after five minutes, more than a slow machine needs, an error that says what
 * did not come.
 * @template T @param {string} what @param {() => T | Promise<T>} look
 * @returns {Promise<Exclude<T, undefined | null | false | '' | 0>>}
 */
export async function until(what, look) {
	for (const limit = Date.now() + limitMs; ; await wait(200)) {
		const found = await look();
		if (found) return /** @type {any} */ (found);
		if (Date.now() > limit) throw new PlainError(`Waited ${limitMs / 1000} s for ${what}`);
	}
}
