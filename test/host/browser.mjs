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
 * Whether the editor asks for a page of a list whose panel has just been closed: it then sends every parameter as null,
 * the choice of the credential too, and n8n refuses it.
 * @param {import('playwright-core').Request} request
 */
function isAskedAfterClosing(request) {
	if (!request.url().endsWith('/resource-locator-results')) return false;
	return request.postDataJSON()?.currentNodeParameters?.authentication === null;
}

/**
 * Opens n8n's editor, logged in, and notes what goes wrong in it.
 * @param {string} url
 */
export async function openEditor(url) {
	const browser = await launchChromium();
	// n8n takes a headless browser for a bot, and ignores what it approves.
	const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
	const context = await browser.newContext({ viewport: size, locale: 'en-US', userAgent });
	const page = await context.newPage();
	// Going on from a workflow with unsaved changes.
	page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));

	/** @type {string[]} */
	const errors = [];
	/** @type {Set<string>} */
	const elsewhere = new Set();
	page.on('console', (message) => {
		// What the server refused is noted below, with its reason.
		if (message.type() !== 'error' || message.text().includes('responded with a status')) return;
		errors.push(`${message.text()} (${message.location().url})`);
	});
	page.on('response', async (response) => {
		if (response.status() < 400 || isAskedAfterClosing(response.request())) return;
		const reason = await response.text().catch(() => 'the answer could not be read');
		errors.push(`${response.status()} from ${response.url()}: ${reason.slice(0, 500)}`);
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
