import type { Collateral } from './collateral';

export interface VerificationInputs {
	model: string;
	/** The 32 bytes that were sent. */
	nonce: Buffer;
	collateral: Collateral;
	/** Milliseconds. */
	now: number;
	roots: RootFingerprints;
	/** Compose hashes and measurements that the user allows, in hexadecimal digits; empty for any. */
	allowed: string[];
	acceptsHardening: boolean;
}

/** The SHA-256 fingerprints of the certificates that all evidence has to lead to. */
export interface RootFingerprints {
	intel: string;
	nvidia: string;
}

/** Intel SGX Root CA (2018 to 2049) and NVIDIA Device Identity CA. No setting changes them. */
export const ROOTS: RootFingerprints = {
	intel: '44a0196b2b99f889b8e149e95b807a350e7424964399e885a7cbb8ccfab674d3',
	nvidia: '102bf659d5419614c9d8e6aecebc80454eb26b1df6a769ac720b9a690b167b48',
};
