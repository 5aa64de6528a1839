import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { cut } from '../core/cut';
import { badInput, emptyInput } from '../core/failure';

/** An address that a user, an agent or an answer names; throws a ServiceFailure unless it is one of http or https. */
export function parseWebAddress(enteredAddress: unknown, label: string): URL {
	const text = String(enteredAddress ?? '').trim();
	if (text === '') throw emptyInput(label);
	if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text);
	throw badInput(
		`${label} must be a whole address that starts with https:// or http://, but "${cut(text, 80).text}" was given`,
		'Copy the address from the browser, or check what the expression returns.',
	);
}

/** The same for an address that is fetched, which must have no login. */
export function parseFileAddress(enteredAddress: unknown, label: string): URL {
	const url = parseWebAddress(enteredAddress, label);
	if (url.username === '' && url.password === '') return url;
	throw badInput(
		`${label} must not contain a user name or password`,
		'Download the file with an HTTP Request node and its credential, and set File Source to Binary Field.',
	);
}

/**
 * Whether an address is a signed link to a file that this n8n keeps, such as a tool returned to an agent. n8n fetches it itself,
 * because the service need not be able to reach this n8n.
 */
export function isSignedN8nLink(
	context: Pick<IExecuteSingleFunctions, 'getRestApiUrl'>,
	address: string,
): boolean {
	return address.trim().startsWith(`${context.getRestApiUrl()}/binary-data/signed?`);
}
