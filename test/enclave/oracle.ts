import { readFileSync } from 'node:fs';

import type { Collateral } from '../../lib/privacy/enclave/collateral';

/** What an independent verifier of quotes says. */
export interface OracleVerdict {
	status: string;
	advisory_ids: string[];
	report: { TD10?: Record<string, string> };
}

/** The verifier of Phala's dcap-qvl, in WebAssembly; throws where it refuses. */
export async function oracle(): Promise<
	(quote: Buffer, collateral: Collateral, at: number) => OracleVerdict
> {
	const { initSync, js_verify: verify } = await import('@phala/dcap-qvl-web');
	initSync({ module: readFileSync(require.resolve('@phala/dcap-qvl-web/dcap-qvl-web_bg.wasm')) });
	return (quote, collateral, at) =>
		verify(new Uint8Array(quote), collateral, BigInt(at)) as OracleVerdict;
}
