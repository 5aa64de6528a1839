import type { Answer } from '../answer';
import { type Call, check, type Route, takeLimit } from '../call';
import { refuse } from '../errors';
import { findModel } from '../models/catalogue';
import { attestationQuery } from '../schemas/enclave';

const HUGE = 200 * 1024 * 1024;

export const getAttestation: Route = {
	method: 'GET',
	path: '/tee/attestation',
	access: 'inference',
	handle(call) {
		takeLimit(call, 'account');
		const { world } = call;
		const { model: name, nonce } = check(attestationQuery, call.entry.query);
		const model = findModel(name, 'text');
		if (model.record.model_spec.capabilities?.supportsTeeAttestation !== true) {
			throw refuse(400, `Model ${name} does not run in an enclave`);
		}
		if (nonce.length !== 64)
			throw refuse(502, 'Nonce must be exactly 32 bytes', 'TEE_ATTESTATION_FAILED');
		const { enclave, switches } = world.enclaves;
		const { form = 'dstack', attestation: trick } = switches;
		if (trick === 'huge') return { payload: { stream: endless(HUGE), type: 'application/json' } };
		const json = enclave.attestation(name, Buffer.from(nonce, 'hex'), form, trick);
		return { payload: { json, compress: true } };
	},
};

/** What Intel publishes, in the addresses of Intel's own service. */
export const COLLATERAL: Route[] = [
	collateral('/sgx/certification/v4/pckcrl', (given) => ({
		bytes: Buffer.from(given.pck_crl, 'hex'),
		header: ['sgx-pck-crl-issuer-chain', given.pck_crl_issuer_chain],
	})),
	collateral('/sgx/certification/v4/rootcacrl', (given) => ({
		bytes: Buffer.from(given.root_ca_crl),
	})),
	collateral('/tdx/certification/v4/tcb', (given) => ({
		bytes: Buffer.from(`{"tcbInfo":${given.tcb_info},"signature":"${given.tcb_info_signature}"}`),
		header: ['tcb-info-issuer-chain', given.tcb_info_issuer_chain],
	})),
	collateral('/tdx/certification/v4/qe/identity', (given) => ({
		bytes: Buffer.from(
			`{"enclaveIdentity":${given.qe_identity},"signature":"${given.qe_identity_signature}"}`,
		),
		header: ['sgx-enclave-identity-issuer-chain', given.qe_identity_issuer_chain],
	})),
];

type Given = ReturnType<Call['world']['enclaves']['enclave']['platform']['collateral']>;

function collateral(
	path: string,
	part: (given: Given) => { bytes: Buffer; header?: [string, string] },
): Route {
	return {
		method: 'GET',
		path,
		outside: true,
		access: 'public',
		handle({ world, entry }): Answer {
			if (entry.headers.authorization !== undefined) throw refuse(400, 'Intel takes no key');
			const { enclave, switches } = world.enclaves;
			const { bytes, header } = part(enclave.platform.collateral(switches.collateral));
			const headers = header && { [header[0]]: encodeURIComponent(header[1]) };
			return { headers, payload: { bytes, type: 'application/octet-stream' } };
		},
	};
}

async function* endless(length: number): AsyncGenerator<Buffer> {
	const piece = Buffer.alloc(1024 * 1024, 0x20);
	for (let sent = 0; sent < length; sent += piece.length) yield piece;
}
