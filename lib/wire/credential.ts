import type { INode, ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { badInput } from '../core/failure';
import { guardSwitch } from '../fields/readParameter';
import { parsePrivateKey } from './keys/privateKey';

export const API_KEY_CREDENTIAL = 'inferenceServiceApi';
export const WALLET_CREDENTIAL = 'inferenceServiceWalletApi';

/** The code of a look-up that a rehearsal without a key does not make. */
export const NO_KEY_TO_LOOK_UP = 'NO_KEY_TO_LOOK_UP';

/** The credential type a node uses: the one its parameter `authentication` chooses, else the API key. */
export function credentialTypeOf({ parameters }: Pick<INode, 'parameters'>): string {
	const { authentication } = parameters;
	return authentication === 'wallet' ? WALLET_CREDENTIAL : API_KEY_CREDENTIAL;
}

/** Whether nothing is sent that costs money or changes something. Throws a ServiceFailure where that is not clear. */
export function isRehearsing(credential: ICredentialDataDecryptedObject): boolean {
	return guardSwitch(credential, 'rehearsal', 'Rehearsal') === true;
}

/** The API key of a credential. Throws a ServiceFailure that shows nothing of it when it is none. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	if (key === '') {
		throw badInput(
			'The credential has no API Key',
			'Open the credential and enter a key from the API settings of your account at the service.',
		);
	}
	if (/^[\x21-\x7E]+$/.test(key)) return key;
	if (/^Bearer\s/i.test(key)) {
		throw badInput(
			'The API Key of the credential begins with "Bearer"',
			'Enter the key alone, without "Bearer".',
		);
	}
	throw badInput(
		'The API Key of the credential contains a space, a line break or a character that keys cannot contain',
		'Open the credential and copy the key again.',
	);
}

/** The key that the credential holds; empty in one that rehearses without. Throws a ServiceFailure, as n8n rewords what the credential refuses while it signs. */
export function secretOf(type: string, credential: ICredentialDataDecryptedObject): string {
	const given = type === WALLET_CREDENTIAL ? credential.privateKey : credential.apiKey;
	if (isRehearsing(credential) && String(given ?? '').trim() === '') return '';
	if (type !== WALLET_CREDENTIAL) return apiKeyOf(credential);
	const { privateKey, network } = credential;
	parsePrivateKey(network === 'solana' ? 'solana' : 'evm', privateKey);
	return String(privateKey).trim();
}

const MAX_PROCESSES = 1_000;

/**
 * How many processes share the key, as the credential states it; undefined when it does not.
 * Throws a ServiceFailure with a sentence when it is no whole number from 0 to 1000.
 */
export function processCountOf(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const processes = Number(value);
	if (!Number.isInteger(processes) || processes < 0 || processes > MAX_PROCESSES) {
		throw badInput(
			`Processes Sharing This Key must be a whole number from 0 to ${MAX_PROCESSES}, but ${JSON.stringify(value)} was given`,
			'Open the credential and correct it, or enter 0 to have the number estimated.',
		);
	}
	return processes === 0 ? undefined : processes;
}

const PREFIX_PATTERN = /^[a-z][a-z0-9_-]*$/;

/**
 * The prefix a deployment writes where the specification writes `service`; `service` when none is set.
 * Throws a ServiceFailure with a sentence when it is not of the form `[a-z][a-z0-9_-]*`.
 */
export function checkedNamePrefix(value: unknown): string {
	const prefix = typeof value === 'string' ? value.trim() : '';
	if (prefix === '') return 'service';
	if (!PREFIX_PATTERN.test(prefix)) {
		throw badInput(
			`The API Name Prefix must start with a lowercase letter and contain only lowercase letters, digits, "_" and "-", but "${prefix}" was given`,
			'Open the credential and correct its API Name Prefix.',
		);
	}
	return prefix;
}

/** Adds a header to the very headers of a request, so that whoever sends it can see what must not be shown. */
export function setHeader(options: IHttpRequestOptions, name: string, value: string): void {
	const headers = options.headers ?? {};
	headers[name] = value;
	options.headers = headers;
}
