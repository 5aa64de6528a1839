import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext, Parameters } from '../core/execution';
import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { COLLATERAL, type Collateral } from './enclave/collateral';
import { jsonObject } from '../fields/parseJson';
import { putToolsInside, type RequestWithToolsInside } from './toolsInside';

export const ENCLAVE_PARAMETER = 'enclave';

export const ENCRYPTION_PARAMETER = 'encryption';

export interface EnclaveChoices {
	/** Compose hashes and measurements; empty for any. */
	allowed: string[];
	acceptsHardening: boolean;
	/** Whether tools go as text of the encrypted messages. */
	toolsInside: boolean;
	/** In place of what is fetched. */
	collateral?: Collateral;
}

/** The choices of a chat that is encrypted; undefined for one that is not. Throws a ServiceFailure where an expression leaves it open. */
export function encryptionChoices({
	options: { privacy },
}: Parameters): EnclaveChoices | undefined {
	const { encryption: wanted = 'off', enclave } = isRecord(privacy) ? privacy : {};
	if (wanted === 'off') return undefined;
	if (wanted === 'required') return enclaveChoices(enclave);
	throw badInput('Encryption must not be empty', 'Choose Off, or what the enclave must prove.');
}

const HASH_PATTERN = /^(0x|sha256:)?([0-9a-f]{64}|[0-9a-f]{96})$/i;

/** The choices under Enclave, from the value of that collection. Throws a ServiceFailure that names what is wrong. */
export function enclaveChoices(collection: unknown): EnclaveChoices {
	const values = isRecord(collection) ? collection : {};
	const flags = {
		acceptsHardening: values.acceptHardening === true,
		toolsInside: values.toolsInside === true,
	};
	const collateral =
		values.collateral === undefined ? {} : { collateral: parsedCollateral(values.collateral) };
	if (values.allowedPrograms === undefined) return { allowed: [], ...flags, ...collateral };
	const allowed = String(values.allowedPrograms ?? '')
		.split(/[\s,]+/)
		.filter((one) => one !== '');
	// One that an expression leaves empty would pin nothing.
	if (allowed.length === 0)
		throw badInput('Allowed Programs must not be empty', 'Enter a hash, or remove the option.');
	const wrong = allowed.find((one) => !HASH_PATTERN.test(one));
	if (wrong === undefined) return { allowed, ...flags, ...collateral };
	throw badInput(
		`Allowed Programs must list hashes of 64 or 96 hexadecimal digits, but "${wrong.slice(0, 80)}" was given`,
		'Copy composeHash or a measurement from the output of Inference Models > Enclave > Verify.',
	);
}

function parsedCollateral(given: unknown): Collateral {
	const read = COLLATERAL.safeParse(jsonObject(given, 'Collateral (JSON)'));
	if (read.success) return read.data;
	throw badInput(
		`Collateral (JSON) lacks ${read.error.issues[0]?.path.join('.') ?? 'a part'}`,
		'Provide the nine parts that open verifiers of Intel quotes exchange: pck_crl_issuer_chain, root_ca_crl, pck_crl, tcb_info, qe_identity, their signatures and issuer chains.',
	);
}

/** What the user demands of the enclave of an encrypted chat; undefined where it is not encrypted. Throws a ServiceFailure, also for what cannot be encrypted. */
export function checkedEncryption(
	this: ItemContext,
	{ body }: IHttpRequestOptions,
): EnclaveChoices | undefined {
	const choices = encryptionChoices(this.parameters);
	if (choices !== undefined) requireEncryptable(isRecord(body) ? body : {}, choices);
	return choices;
}

/** What goes beside encrypted messages in clear text: numbers, switches and the ID of the model. */
const CLEAR_REQUEST_FIELDS = [
	...['model', 'messages', 'stream', 'stream_options', 'n', 'seed', 'verbosity'],
	...['temperature', 'min_temp', 'max_temp', 'top_p', 'min_p', 'top_k', 'stop_token_ids'],
	...['frequency_penalty', 'presence_penalty', 'repetition_penalty'],
	...['max_tokens', 'max_completion_tokens', 'reasoning_effort', 'reasoning'],
	...['prompt_cache_retention', 'store', 'parallel_tool_calls', 'service_parameters'],
];

const FIELD_LABELS: Record<string, string> = {
	tools: 'Tools',
	tool_choice: 'Tool Choice',
	response_format: 'Response Format',
	stop: 'Stop Sequences',
	logprobs: 'Log Probabilities',
	top_logprobs: 'Top Log Probabilities',
	prompt_cache_key: 'Prompt Cache Key',
	metadata: 'Metadata',
	anon_user_id: 'User',
	include: 'Include',
};

/** The parameters of the service that need no text. */
const CLEAR_SERVICE_PARAMETERS = [
	...['strip_thinking_response', 'disable_thinking', 'enable_e2ee'],
	'include_service_system_prompt',
];

const MESSAGE_FIELDS = ['role', 'content', 'reasoning_content'];

const NOT_ENCRYPTED_CURE = 'Remove it, or remove Options > Privacy > Encryption.';
const TOOLS_CURE =
	'Remove it, turn on Tools Inside Messages under Options > Enclave, or remove Options > Encryption.';

/**
 * The chat request as it can be encrypted, with its tools inside the messages where the user wants that, and its model. Throws a
 * ServiceFailure that names a part which would go in clear text.
 */
export function requireEncryptable(
	body: Json,
	{ toolsInside }: Pick<EnclaveChoices, 'toolsInside'>,
): { inside: RequestWithToolsInside; model: string } {
	const inside = toolsInside ? putToolsInside(body) : { body };
	requireNoClearText(inside.body);
	return { inside, model: requireVerifiableModel(body.model) };
}

function requireNoClearText(body: Json): void {
	for (const [name, value] of Object.entries(body)) {
		if (!CLEAR_REQUEST_FIELDS.includes(name) && isSet(value))
			throw notEncryptableFailure(FIELD_LABELS[name] ?? name);
	}
	const { service_parameters: parameters, messages } = body;
	for (const [name, value] of Object.entries(isRecord(parameters) ? parameters : {})) {
		const isOff = value === false || value === 'off' || !isSet(value);
		if (!CLEAR_SERVICE_PARAMETERS.includes(name) && !isOff)
			throw notEncryptableFailure(parameterLabel(name));
	}
	for (const [index, message] of (Array.isArray(messages) ? messages : []).entries()) {
		requireEncryptableMessage(message, `message ${index + 1}`);
	}
}

/** The ID of a model that can be verified: not a trait, and without parameters. Throws a ServiceFailure. */
function requireVerifiableModel(model: unknown): string {
	if (typeof model !== 'string' || model === '' || model === 'default') {
		throw badInput(
			'Encryption is Required, so Model must not be empty',
			'Choose a model that is marked "encryption" in the list.',
		);
	}
	if (!model.includes(':')) return model;
	throw badInput(
		`Encryption is Required, but the feature suffix of the model "${model}" cannot be encrypted`,
		'Enter the ID of the model without a suffix.',
	);
}

function requireEncryptableMessage(message: unknown, where: string): void {
	if (!isRecord(message)) throw notEncryptableFailure(where);
	for (const [name, value] of Object.entries(message)) {
		if (MESSAGE_FIELDS.includes(name) || !isSet(value)) continue;
		throw notEncryptableFailure(
			`${name === 'tool_calls' || name === 'tool_call_id' ? 'the tool call' : `"${name}"`} of ${where}`,
		);
	}
	const { content } = message;
	if (!Array.isArray(content)) return;
	const other = content.find((part) => !isRecord(part) || part.type !== 'text');
	if (other !== undefined) throw notEncryptableFailure(`the attachment of ${where}`);
}

function isSet(value: unknown): boolean {
	if (value === undefined || value === null || value === '' || value === false) return false;
	return !Array.isArray(value) || value.length > 0;
}

function parameterLabel(name: string): string {
	const words = name.replace(/^(enable|include|return)_/, '').split('_');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function notEncryptableFailure(what: string) {
	const isTool = /^(Tool|the tool call)/.test(what);
	return badInput(
		`Encryption is Required, but ${what} cannot be encrypted`,
		isTool ? TOOLS_CURE : NOT_ENCRYPTED_CURE,
	);
}
