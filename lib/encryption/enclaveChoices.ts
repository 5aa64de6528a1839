import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../base/failure';
import { isRecord } from '../base/record';
import { COLLATERAL, type Collateral } from '../enclave/collateral';
import { jsonObject } from '../fields/parseJson';
import { requireEncryptable } from './encryptable';

/** The collection of the panel that holds these choices. */
export const ENCLAVE = 'enclave';

/** The parameter that says whether a chat is encrypted. */
export const ENCRYPTION = 'encryption';

/** What the user demands of an enclave. */
export interface EnclaveChoices {
	/** Compose hashes and measurements; empty for any. */
	allowed: string[];
	acceptsHardening: boolean;
	/** Whether tools go as text of the encrypted messages. */
	toolsInside: boolean;
	/** In place of what is fetched. */
	collateral?: Collateral;
}

/** The choices of a chat that is encrypted; undefined for one that is not. Throws a ServiceFailure for any other word. */
export function encryptionChoices(
	read: (name: string, fallback: unknown) => unknown,
): EnclaveChoices | undefined {
	const wanted = read(ENCRYPTION, 'off');
	if (wanted === 'off') return undefined;
	if (wanted === 'required') return enclaveChoices(read(ENCLAVE, {}));
	throw badInput(`Encryption must be "off" or "required", but "${String(wanted)}" was given`);
}

const HASH = /^(0x|sha256:)?([0-9a-f]{64}|[0-9a-f]{96})$/i;

/** The choices under Enclave, from the value of that collection. Throws a ServiceFailure that names what is wrong. */
export function enclaveChoices(given: unknown): EnclaveChoices {
	const set = isRecord(given) ? given : {};
	const flags = {
		acceptsHardening: set.acceptHardening === true,
		toolsInside: set.toolsInside === true,
	};
	const collateral =
		set.collateral === undefined ? {} : { collateral: collateralIn(set.collateral) };
	if (set.allowedPrograms === undefined) return { allowed: [], ...flags, ...collateral };
	const allowed = String(set.allowedPrograms ?? '')
		.split(/[\s,]+/)
		.filter((one) => one !== '');
	// One that an expression leaves empty would pin nothing.
	if (allowed.length === 0)
		throw badInput('Allowed Programs must not be empty', 'Enter a hash, or remove the option.');
	const wrong = allowed.find((one) => !HASH.test(one));
	if (wrong === undefined) return { allowed, ...flags, ...collateral };
	throw badInput(
		`Allowed Programs must list hashes of 64 or 96 hexadecimal digits, but "${wrong.slice(0, 80)}" was given`,
		'Copy composeHash or a measurement from the output of Inference Models > Enclave > Verify.',
	);
}

function collateralIn(given: unknown): Collateral {
	const read = COLLATERAL.safeParse(jsonObject(given, 'Collateral (JSON)'));
	if (read.success) return read.data;
	throw badInput(
		`Collateral (JSON) lacks ${read.error.issues[0]?.path.join('.') ?? 'a part'}`,
		'Provide the nine parts that open verifiers of Intel quotes exchange: pck_crl_issuer_chain, root_ca_crl, pck_crl, tcb_info, qe_identity, their signatures and issuer chains.',
	);
}

/** What the user demands of the enclave of an encrypted chat; undefined where it is not encrypted. Throws a ServiceFailure, also for what cannot be encrypted. */
export function encryptionOf(
	this: IExecuteSingleFunctions,
	{ body }: IHttpRequestOptions,
): EnclaveChoices | undefined {
	const choices = encryptionChoices((name, fallback): unknown =>
		this.getNodeParameter(name, fallback),
	);
	if (choices !== undefined) requireEncryptable(isRecord(body) ? body : {}, choices);
	return choices;
}
