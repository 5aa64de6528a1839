import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

import type { Call } from '../call';
import { lastUserText } from '../chat/echo';
import { refuse } from '../errors';
import type { Model } from '../models/model';
import type { ChatRequest } from '../schemas/chat';
import type { Switches } from '../schemas/switches';
import type { AnswerTrick } from './switches';

type Delta = Record<string, unknown>;

/** Encrypts the pieces of an answer, or does to them what the switch says. */
export interface Sealing {
	request: ChatRequest;
	delta(delta: Delta): Delta[];
	trick?: AnswerTrick;
}

/** The request as the enclave reads it; undefined for one in plain text. Refuses what the enclave cannot read. */
export function sealedRequest(
	{ world, entry }: Call,
	request: ChatRequest,
	switches: Switches,
	model: Model,
): Sealing | undefined {
	const header = (name: string) => entry.headers[`x-${world.namePrefix}-tee-${name}`];
	const [client, own, algo] = ['client-pub-key', 'model-pub-key', 'signing-algo'].map(header);
	if (client === undefined && own === undefined && algo === undefined) return undefined;
	if (client === undefined || own === undefined || algo !== 'ecdsa') {
		throw refuse(400, 'The three headers of an encrypted call belong together');
	}
	if (!switches.e2ee) throw refuse(400, 'enable_e2ee is off');
	if (model.record.model_spec.capabilities?.supportsE2EE !== true) {
		throw refuse(400, 'The model does not support E2EE');
	}
	if (request.stream !== true) throw refuse(400, 'E2EE requires streaming');
	if (
		switches.webSearch !== 'off' ||
		switches.webScraping ||
		switches.xSearch ||
		switches.characterSlug
	) {
		throw refuse(400, 'E2EE does not support search, scraping and characters');
	}
	const { enclave, switches: enclaveSwitches } = world.enclaves;
	const { answer: trick } = enclaveSwitches;
	if (trick === 'keyRefused') {
		enclaveSwitches.answer = undefined;
		enclave.rotate();
	}
	if (trick === 'keyRefusedAlways') throw refuse(400, 'E2EE decryption failed: another key');
	if (strip(own) !== strip(enclave.publicKey))
		throw refuse(400, 'E2EE decryption failed: another key');
	if (!/^04[0-9a-f]{128}$/.test(client)) throw refuse(400, 'Invalid public key');
	const messages = request.messages.map((message) => opened(message, enclave.privateKey));
	world.enclaves.inside.set(entry, lastUserText({ ...request, messages } as ChatRequest));
	const recipient = trick === 'otherSession' ? stranger() : Buffer.from(client, 'hex');
	return {
		request: { ...request, messages } as ChatRequest,
		delta: (delta) => sealedDelta(delta, recipient, trick),
		trick,
	};
}

function strip(key: string): string {
	return key.replace(/^04(?=.{128}$)/, '');
}

function opened<T extends { content?: unknown }>(message: T, privateKey: Buffer): T {
	const { content } = message;
	const reasoning = 'reasoning_content' in message ? message.reasoning_content : undefined;
	return {
		...message,
		content: restored(openedText(content, privateKey)),
		...(typeof reasoning === 'string' && { reasoning_content: openedText(reasoning, privateKey) }),
	};
}

function openedText(value: unknown, privateKey: Buffer): unknown {
	if (value === null || value === undefined || value === '') return value;
	if (typeof value !== 'string' || !/^04([0-9a-f]{2}){92,}$/.test(value)) {
		throw refuse(400, 'Encrypted field is not valid hex');
	}
	try {
		return open(value, privateKey);
	} catch {
		throw refuse(400, 'Failed to decrypt field');
	}
}

/** What parses as a list becomes the parts of a message. */
function restored(text: unknown): unknown {
	if (typeof text !== 'string') return text;
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : text;
	} catch {
		return text;
	}
}

const FIELDS = ['content', 'reasoning_content'];

function sealedDelta(delta: Delta, recipient: Buffer, trick?: AnswerTrick): Delta[] {
	const entries = Object.entries(delta).map(([key, value]) => {
		const isText = FIELDS.includes(key) && typeof value === 'string' && value !== '';
		return [key, isText ? tricked(key, value, recipient, trick) : value];
	});
	const sealed: Delta = Object.fromEntries(entries);
	const hasText = FIELDS.some((key) => typeof delta[key] === 'string' && delta[key] !== '');
	if (trick === 'plainToolCall' && hasText) {
		return [
			sealed,
			{
				tool_calls: [
					{ index: 0, id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } },
				],
			},
		];
	}
	return trick === 'repeated' && hasText ? [sealed, sealed] : [sealed];
}

function tricked(key: string, text: string, recipient: Buffer, trick?: AnswerTrick): string {
	if (trick === 'plainPiece' && key === 'content') return text;
	if (trick === 'plainReasoning' && key === 'reasoning_content') return text;
	if (trick === 'notCiphertext') return `04${'ab'.repeat(150)}`;
	const sealed = seal(text, recipient);
	if (trick !== 'changedTag') return sealed;
	return sealed.slice(0, -2) + (sealed.endsWith('00') ? '01' : '00');
}

function stranger(): Buffer {
	const pair = createECDH('secp256k1');
	return pair.generateKeys();
}

function keyOf(shared: Buffer): Buffer {
	return Buffer.from(hkdfSync('sha256', shared, '', 'ecdsa_encryption', 32));
}

function seal(text: string, recipient: Buffer): string {
	const pair = createECDH('secp256k1');
	const own = pair.generateKeys();
	const nonce = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', keyOf(pair.computeSecret(recipient)), nonce);
	const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([own, nonce, body, cipher.getAuthTag()]).toString('hex');
}

function open(value: string, privateKey: Buffer): string {
	const bytes = Buffer.from(value, 'hex');
	const pair = createECDH('secp256k1');
	pair.setPrivateKey(privateKey);
	const key = keyOf(pair.computeSecret(bytes.subarray(0, 65)));
	const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(65, 77));
	cipher.setAuthTag(bytes.subarray(-16));
	return cipher.update(bytes.subarray(77, -16), undefined, 'utf8') + cipher.final('utf8');
}
