import { createECDH, createHash, randomBytes, sign } from 'node:crypto';
import { keccak256 } from 'ethers';

import { newParty, type Party } from './authority';
import { Platform } from './platform';
import { nvidiaRoot } from './roots';

/** What is wrong with an attestation, if anything; another program alone is not wrong. */
export type AttestationTrick =
	| 'staleNonce'
	| 'otherModel'
	| 'brokenQuote'
	| 'swappedKey'
	| 'secondKey'
	| 'onlyOtherQuote'
	| 'extraEvent'
	| 'renamedEvent'
	| 'otherProgram'
	| 'debug'
	| 'oddHex'
	| 'offCurve'
	| 'badGpu'
	| 'staleGpu'
	| 'noGpu'
	| 'sameGpuTwice'
	| 'thirdForm'
	| 'newProgram';

const COMPOSE = JSON.stringify({
	manifest_version: 2,
	name: 'local-enclave',
	runner: 'docker-compose',
});

/** Its compose hash. */
export const LOCAL_PROGRAM = createHash('sha256').update(COMPOSE).digest('hex');

interface Event {
	imr: number;
	event_type: number;
	digest: string;
	event: string;
	event_payload: string;
}

/** An enclave that answers for its models, on a platform and with a GPU of its own. */
export class Enclave {
	readonly platform: Platform;

	private readonly gpu: Party;

	private pair = newPair();

	constructor(now: () => number) {
		this.platform = new Platform(now);
		const authority = newParty(
			{ name: 'GPU Identity', curve: 'P-384', isAuthority: true },
			nvidiaRoot,
		);
		this.gpu = newParty({ name: 'GPU FMC LF', curve: 'P-384' }, authority);
	}

	/** Its key, as it is sent. */
	get publicKey(): string {
		return this.pair.getPublicKey('hex');
	}

	get privateKey(): Buffer {
		const key = this.pair.getPrivateKey();
		return Buffer.concat([Buffer.alloc(32 - key.length), key]);
	}

	/** Starts again with another key. */
	rotate(): void {
		this.pair = newPair();
	}

	/** What it says of itself, in one form or the other. */
	attestation(
		model: string,
		nonce: Buffer,
		form: 'dstack' | 'aci',
		trick?: AttestationTrick,
	): object {
		const compose = trick === 'newProgram' ? COMPOSE.replace('enclave', 'enclave-2') : COMPOSE;
		const composeHash = createHash('sha256').update(compose).digest();
		const events = eventsOf(composeHash);
		const reportData = Buffer.concat([
			addressOf(this.pair.getPublicKey()),
			Buffer.alloc(12),
			trick === 'staleNonce' ? randomBytes(32) : nonce,
		]);
		const right = this.platform.quote({
			reportData,
			rtmrs: [0, 1, 2, 3].map((imr) => replayed(events.filter((one) => one.imr === imr))),
			mrConfigId: Buffer.concat([Buffer.of(1), composeHash, Buffer.alloc(15)]),
			debug: trick === 'debug',
		});
		const wrong = Buffer.from(right);
		wrong[200] = (wrong[200] ?? 0) ^ 1;
		const isWrong = trick === 'brokenQuote' || trick === 'onlyOtherQuote';
		const hex = (isWrong ? wrong : right).toString('hex');
		const log = loggedAs(events, trick);
		const common = {
			...{ verified: true, model: trick === 'otherModel' ? `${model}-small` : model },
			...{ upstream_model: 'vendor/model', nonce: nonce.toString('hex'), nonce_source: 'client' },
			...{ tee_provider: 'phala', tee_hardware: 'intel-tdx', signing_algo: 'ecdsa' },
			signing_address: `0x${reportData.subarray(0, 20).toString('hex')}`,
			intel_quote: trick === 'oddHex' ? hex.slice(1) : hex,
		};
		const key = keyOf(this.publicKey, trick);
		if (trick === 'thirdForm') return { ...common, evidence: { quote: hex, key } };
		if (form === 'aci') return { ...common, attestation: this.aci(key, hex, log) };
		return {
			...common,
			...(trick === 'secondKey' ? { signing_key: newPair().getPublicKey('hex') } : {}),
			signing_public_key: key,
			quote: right.toString('hex'),
			info: {
				compose_hash: composeHash.toString('hex'),
				tcb_info: {
					app_compose: trick === 'otherProgram' ? `${compose} ` : compose,
					event_log: log,
				},
			},
			...(trick === 'noGpu' ? {} : { nvidia_payload: this.gpuReports(nonce, trick) }),
		};
	}

	private aci(key: string, quote: string, log: Event[]) {
		const algo = 'secp256k1-aes-256-gcm-hkdf-sha256';
		return {
			workload_keyset: { e2ee_public_keys: [{ key_id: 'local', algo, public_key: key }] },
			freshness: {
				fetched_at: Math.floor(Date.now() / 1000),
				stale_after: Math.floor(Date.now() / 1000) + 3600,
			},
			evidence: { quote, event_log: JSON.stringify(log) },
		};
	}

	private gpuReports(nonce: Buffer, trick?: AttestationTrick): string {
		const asked = trick === 'staleGpu' ? randomBytes(32) : nonce;
		const signed = Buffer.concat([Buffer.from('11e001ff', 'hex'), asked, randomBytes(400)]);
		const signature = sign('sha384', signed, { key: this.gpu.key, dsaEncoding: 'ieee-p1363' });
		if (trick === 'badGpu') signed[300] = (signed[300] ?? 0) ^ 1;
		const evidence = Buffer.concat([signed, signature]).toString('base64');
		const certificate = Buffer.from(this.gpu.chain).toString('base64');
		const report = { certificate, evidence, arch: 'HOPPER' };
		return JSON.stringify({
			nonce: nonce.toString('hex'),
			evidence_list: trick === 'sameGpuTwice' ? [report, report] : [report],
			arch: 'HOPPER',
		});
	}
}

function newPair() {
	const pair = createECDH('secp256k1');
	pair.generateKeys();
	return pair;
}

function keyOf(own: string, trick?: AttestationTrick): string {
	if (trick === 'swappedKey') return newPair().getPublicKey('hex');
	return trick === 'offCurve' ? `04${'07'.repeat(64)}` : own;
}

function addressOf(point: Buffer): Buffer {
	return Buffer.from(keccak256(point.subarray(1)).slice(-40), 'hex');
}

function eventsOf(composeHash: Buffer): Event[] {
	const boot = [0, 1, 2].map((imr) => ({
		...{ imr, event_type: 1, event: '', event_payload: '' },
		digest: createHash('sha384').update(`boot ${imr}`).digest('hex'),
	}));
	const named = {
		'app-id': Buffer.alloc(20, 0xa1),
		'compose-hash': composeHash,
		'instance-id': Buffer.alloc(20, 0x1d),
		'os-image-hash': Buffer.alloc(32, 0x05),
	};
	return [
		...boot,
		...Object.entries(named).map(([event, payload]) => programEvent(event, payload)),
	];
}

function programEvent(event: string, payload: Buffer): Event {
	const type = Buffer.alloc(4);
	type.writeUInt32LE(0x08000001);
	const digest = createHash('sha384')
		.update(type)
		.update(`:${event}:`)
		.update(payload)
		.digest('hex');
	return { imr: 3, event_type: 0x08000001, digest, event, event_payload: payload.toString('hex') };
}

function loggedAs(events: Event[], trick?: AttestationTrick): Event[] {
	if (trick === 'extraEvent') return [...events, programEvent('system-ready', Buffer.alloc(0))];
	if (trick !== 'renamedEvent') return events;
	const other = 'ff'.repeat(32);
	return events.map((one) =>
		one.event === 'compose-hash' ? { ...one, event_payload: other } : one,
	);
}

function replayed(events: Event[]): Buffer {
	return events.reduce(
		(register: Buffer, { digest }) =>
			createHash('sha384').update(register).update(Buffer.from(digest, 'hex')).digest(),
		Buffer.alloc(48),
	);
}
