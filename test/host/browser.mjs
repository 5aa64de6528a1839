import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { owner } from './owner.mjs';
import { PlainError } from './plainError.mjs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const size = { width: 1280, height: 800 };

/** The path of Chromium, where there is one. */
export const findChromium = () => process.env.CHROMIUM ?? places.find((place) => existsSync(place));

/** Starts Chromium without a window. */
export async function launchChromium() {
	const executablePath = findChromium();
	if (!executablePath) {
		throw new PlainError(
			'The screenshots need Chromium: apt-get install -y chromium, or set CHROMIUM to its path.',
		);
	}
	return await chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/**
 * Opens n8n's editor, logged in, and notes what goes wrong in it.
 * @param {string} url
 */
export async function openEditor(url) {
	const browser = await launchChromium();
	const context = await browser.newContext({ viewport: size, locale: 'en-US' });
	const page = await context.newPage();
	// Going on from a workflow with unsaved changes.
	page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));

	/** @type {string[]} */
	const errors = [];
	/** @type {Set<string>} */
	const elsewhere = new Set();
	page.on('console', (message) => {
		if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
	});
	page.on('pageerror', (error) => errors.push(error.message));
	page.on('request', (request) => {
		const target = new URL(request.url());
		if (target.protocol.startsWith('http') && target.origin !== url) elsewhere.add(target.origin);
	});

	await page.request.post(`${url}/rest/login`, {
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	return { browser, page, errors, elsewhere };
}
