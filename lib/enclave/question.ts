import type { Collateral } from './collateral';
import type { Roots } from './roots';

/** What a verification goes by. */
export interface Question {
	model: string;
	/** The 32 bytes that were sent. */
	nonce: Buffer;
	collateral: Collateral;
	/** Milliseconds. */
	now: number;
	roots: Roots;
	/** Compose hashes and measurements that the user allows, in hexadecimal digits; empty for any. */
	allowed: string[];
	acceptsHardening: boolean;
}
