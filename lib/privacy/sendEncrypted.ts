import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { clock } from '../core/clock';
import { badInput, failureOrRethrow, ServiceFailure } from '../core/failure';
import { isStream } from '../core/streams';
import { EncryptionSession, publicKeyOf, seal } from './enclave/cipher';
import { accountOf } from '../wire/account';
import { getJson } from '../wire/lookUp';
import { verdictOf } from '../wire/errors/verdict';
import { credentialTypeOf } from '../wire/credential';
import { supportsEncryption } from '../models/defaultRecord';
import { loadModelsOnce } from '../models/fetchModel';
import { attest, type Attestation, attestationSummary } from './attest';
import { type EnclaveChoices, requireEncryptable } from './enclaveChoices';
import { EncryptedEvents } from './openAnswer';
import type { RequestWithToolsInside } from './toolsInside';
import { isRecord, type Json } from '../core/record';

/** What is the same for all requests of a run, such as the model list. */
type RunMemory = Parameters<typeof loadModelsOnce>[1];

/** The code of a model that nothing was sent to, because it cannot be encrypted to or was not verified. */
export const NO_ENCRYPTION = 'NO_ENCRYPTION';

const VERIFICATION_KEPT_MS = 1_800_000;
const MAX_KEPT_ATTESTATIONS = 1_000;
const ATTESTATION_WAITS = { maxWaitMs: 30_000 };

/** Verifications of this process, by account, model and what the user demands. */
export const keptAttestations = new Map<string, Promise<Attestation>>();

export interface EncryptionContext {
	context: IExecuteSingleFunctions;
	memory: RunMemory;
	choices: EnclaveChoices;
}

/**
 * Sends a chat request encrypted to the enclave of its model, which is verified first, and returns the decrypted answer. Nothing is ever
 * sent in clear text in its place. A refused key is verified again, once. Throws a ServiceFailure.
 */
export async function sendEncrypted(
	body: Json,
	encryption: EncryptionContext,
	send: (body: Json, headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
	const { inside, model } = requireEncryptable(body, encryption.choices);
	await requireEncryptionSupport(model, encryption);
	const first = await sendToEnclave(
		await verifiedAttestation(model, encryption),
		inside,
		encryption,
		send,
	).catch(failureOrRethrow);
	if (!(first instanceof ServiceFailure)) return first;
	if (!isKeyRefused(first)) throw first;
	return await sendToEnclave(
		await verifiedAttestation(model, encryption, true),
		inside,
		encryption,
		send,
	);
}

async function sendToEnclave(
	attestation: Attestation,
	{ body, offered }: RequestWithToolsInside,
	{ context }: EncryptionContext,
	send: (body: Json, headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
	const { publicKey = '' } = attestation.verdict;
	const { namePrefix } = await accountOf(context, credentialTypeOf(context.getNode()));
	const session = new EncryptionSession();
	const header = (name: string) => `X-${namePrefix}-TEE-${name}`;
	let answer: Answer | undefined;
	try {
		answer = await send(sealBody(body, publicKeyOf(publicKey)), {
			[header('Client-Pub-Key')]: session.publicKey,
			[header('Model-Pub-Key')]: publicKey,
			[header('Signing-Algo')]: 'ecdsa',
		});
	} finally {
		if (answer === undefined) session.wipe();
	}
	const opener = new EncryptedEvents(answer, session, offered);
	if (isStream(answer.body))
		return { ...answer, opener, attestation: attestationSummary(attestation) };
	opener.close();
	throw opener.refusal('The answer was not encrypted');
}

async function requireEncryptionSupport(
	model: string,
	{ context, memory }: EncryptionContext,
): Promise<void> {
	const { records, problem } = await loadModelsOnce(context, memory, 'text');
	if (problem !== undefined) {
		throw badInput(`Nothing was sent: Encryption is Required, but ${problem}`, 'Try again later.');
	}
	const record = records.find(({ id }) => id === model);
	if (record !== undefined && supportsEncryption(record)) return;
	throw new ServiceFailure(`Encryption is Required, but the model "${model}" does not support it`, {
		kind: 'input',
		code: NO_ENCRYPTION,
		cure: 'Choose a model that is marked "encryption" in the list.',
	});
}

/** The verification of a model, a recent one or a new one; throws a ServiceFailure where a check failed. */
async function verifiedAttestation(
	model: string,
	encryption: EncryptionContext,
	mustRenew = false,
): Promise<Attestation> {
	const { context, choices } = encryption;
	const type = credentialTypeOf(context.getNode());
	const { id } = await accountOf(context, type);
	const name = JSON.stringify([id, model, choices]);
	const known = mustRenew ? undefined : keptAttestations.get(name);
	// Items of one moment share one verification.
	const kept = known && (await known.catch(() => undefined));
	if (kept !== undefined && isFresh(kept)) return kept;
	if (keptAttestations.size >= MAX_KEPT_ATTESTATIONS) keptAttestations.clear();
	const verifying = verifyNow(context, type, model, choices);
	keptAttestations.set(name, verifying);
	return await verifying;
}

async function verifyNow(
	context: IExecuteSingleFunctions,
	type: string,
	model: string,
	choices: EnclaveChoices,
): Promise<Attestation> {
	const attestation = await attest(context, model, choices, async (qs) => {
		return await getJson(
			context,
			type,
			{ url: '/tee/attestation', qs, timeout: 60_000 },
			ATTESTATION_WAITS,
		);
	});
	const { verdict: verification } = attestation;
	if (verification.verified && isFresh(attestation)) return attestation;
	const failed = verification.checks.filter(({ passed }) => !passed);
	const [first] = failed;
	const why =
		first === undefined
			? 'its evidence is out of date'
			: `${first.name}: expected ${first.expected}, but saw ${first.seen}`;
	throw new ServiceFailure(
		`Nothing was sent: the enclave of the model "${model}" could not be verified (${why})`,
		{
			kind: 'input',
			code: NO_ENCRYPTION,
			cure: 'To see all checks, use Inference Models > Enclave > Verify.',
			details: { failedChecks: failed.map(({ name }) => name) },
		},
	);
}

function isFresh({ at, verdict: verification }: Attestation): boolean {
	return clock.now() < Math.min(at + VERIFICATION_KEPT_MS, verification.until);
}

/** Whether a request was refused, uncharged, because the enclave has another key now. */
function isKeyRefused({ message, facts }: ServiceFailure): boolean {
	const { reason } = verdictOf(facts);
	if ((facts.charge ?? 'none') !== 'none' || (reason !== 'request' && reason !== 'trouble'))
		return false;
	return /decrypt|encrypted field|public key|another key/i.test(message);
}

/** The request with every text of its messages encrypted, asked for as a stream (docs/privacy.md). */
function sealBody(body: Json, recipient: Buffer): Json {
	const messages = Array.isArray(body.messages) ? body.messages : [];
	const { service_parameters: parameters } = body;
	return {
		...body,
		messages: messages.filter(isRecord).map((message) => sealMessage(message, recipient)),
		stream: true,
		stream_options: { include_usage: true },
		service_parameters: {
			// What the service would add in clear text.
			include_service_system_prompt: false,
			...(isRecord(parameters) ? parameters : {}),
			enable_e2ee: true,
			enable_web_search: 'off',
		},
	};
}

function sealMessage(message: Json, recipient: Buffer): Json {
	const { content, reasoning_content: reasoning, ...rest } = message;
	return {
		...rest,
		content: sealText(contentText(content), recipient),
		...(typeof reasoning === 'string' ? { reasoning_content: sealText(reasoning, recipient) } : {}),
	};
}

/** The enclave takes a text that is a JSON list for the parts of a message: a text that only looks like one becomes a part itself. */
function contentText(content: unknown): string {
	if (Array.isArray(content)) return JSON.stringify(content);
	const text = typeof content === 'string' ? content : '';
	return isJsonList(text) ? JSON.stringify([{ type: 'text', text }]) : text;
}

function isJsonList(text: string): boolean {
	try {
		return Array.isArray(JSON.parse(text));
	} catch {
		return false;
	}
}

function sealText(text: string, recipient: Buffer): string {
	return text === '' ? '' : seal(text, recipient);
}
