import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Collateral } from '../../lib/privacy/enclave/collateral';
import { ROOTS, type VerificationInputs } from '../../lib/privacy/enclave/question';

const FOLDER = join(process.cwd(), 'test/fixtures/enclave');

/** An answer that was recorded, with what Intel published that day. */
export interface Recording {
	nonce: string;
	at: number;
	attestation: Record<string, unknown> & { model: string; intel_quote: string };
	collateral: Collateral;
}

export const RECORDINGS = ['gemma', 'glm', 'aci'] as const;

export function recording(name: (typeof RECORDINGS)[number]): Recording {
	const one = read(name) as Recording;
	// Two were recorded on the same day.
	return { ...one, collateral: one.collateral ?? (read('gemma') as Recording).collateral };
}

/** A quote of Intel's own samples. */
export function sample(name: 'intelTdx' | 'intelOutdated' | 'intelSgx'): {
	quote: Buffer;
	collateral: Collateral;
} {
	const { quote, collateral } = read(name) as { quote: string; collateral: Collateral };
	return { quote: Buffer.from(quote, 'base64'), collateral };
}

/** The question that a recording answers, at its time. */
export function questionOf({ nonce, at, attestation, collateral }: Recording): VerificationInputs {
	return {
		model: attestation.model,
		nonce: Buffer.from(nonce, 'hex'),
		now: at * 1000,
		...{ collateral, roots: ROOTS, allowed: [], acceptsHardening: false },
	};
}

function read(name: string): unknown {
	return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
