import type { Collateral } from '../../../lib/privacy/enclave/collateral';
import type { VerificationInputs } from '../../../lib/privacy/enclave/question';
import { verifyEvidence } from '../../../lib/privacy/enclave/verify';
import { questionOf, type Recording } from '../../enclave/recorded';

/** One changed byte of recorded evidence. */
export interface Mutation {
	part: string;
	at: number;
	accepted: boolean;
	/** Whether no signature covers the byte: a line break between certificates. */
	isFraming: boolean;
	body: unknown;
	question: VerificationInputs;
}

type Pick = (most: number) => number;

/** Numbers from a seed (mulberry32). */
export function picker(seed: number): Pick {
	let state = seed;
	return (most) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
	};
}

/** Changes one byte of a recording, at random among its parts, and verifies it. */
export function mutate(recording: Recording, pick: Pick): Mutation {
	const parts = partsOf(recording);
	const { name, bytes, put } = parts[pick(parts.length)] ?? parts[0]!;
	// Half of the quote is its certificates.
	const at = pick(bytes.length);
	const changed = Buffer.from(bytes);
	changed[at] = (changed[at] ?? 0) ^ (1 + pick(255));
	const copy = structuredClone(recording);
	put(copy, changed);
	const question = questionOf(copy);
	const { verified } = verifyEvidence(copy.attestation, question);
	const isFraming = isBetweenCertificates(bytes, at);
	return { part: name, at, accepted: verified, isFraming, body: copy.attestation, question };
}

interface Part {
	name: string;
	bytes: Buffer;
	put(copy: Recording, changed: Buffer): void;
}

const HEX: Array<keyof Collateral> = [
	'root_ca_crl',
	'pck_crl',
	'tcb_info_signature',
	'qe_identity_signature',
];
const TEXT: Array<keyof Collateral> = [
	'pck_crl_issuer_chain',
	'tcb_info_issuer_chain',
	'tcb_info',
	'qe_identity_issuer_chain',
	'qe_identity',
];

function partsOf({ attestation, collateral }: Recording): Part[] {
	const quote: Part = {
		name: 'quote',
		bytes: Buffer.from(attestation.intel_quote, 'hex'),
		put: (copy, changed) => void (copy.attestation.intel_quote = changed.toString('hex')),
	};
	const lists = [...HEX, ...TEXT].map((name): Part => {
		const encoding = HEX.includes(name) ? 'hex' : 'latin1';
		return {
			name,
			bytes: Buffer.from(collateral[name], encoding),
			put: (copy, changed) => void (copy.collateral[name] = changed.toString(encoding)),
		};
	});
	const { nvidia_payload: payload } = attestation;
	const gpus = typeof payload === 'string' ? gpuParts(payload) : [];
	// The quote counts as much as all lists.
	return [...Array.from({ length: lists.length }, () => quote), ...lists, ...gpus, ...gpus];
}

function gpuParts(payload: string): Part[] {
	return (['certificate', 'evidence'] as const).map((name) => {
		const parsed = JSON.parse(payload) as { evidence_list: Array<Record<typeof name, string>> };
		return {
			name: `gpu ${name}`,
			bytes: Buffer.from(parsed.evidence_list[0]?.[name] ?? '', 'base64'),
			put(copy, changed) {
				const [first] = parsed.evidence_list;
				if (first) first[name] = changed.toString('base64');
				copy.attestation.nvidia_payload = JSON.stringify(parsed);
			},
		};
	});
}

/** Whether the byte is a line break after a certificate, or a zero behind the last one. */
function isBetweenCertificates(bytes: Buffer, at: number): boolean {
	const before = bytes.subarray(Math.max(0, at - 25), at).toString('latin1');
	return [10, 0].includes(bytes[at] ?? 1) && /-----END CERTIFICATE-----\n?$/.test(before);
}
