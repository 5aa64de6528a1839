import { hexOrBase64 } from './bytes';
import { certificatesOf } from './certificate';
import { Mismatch } from './check';
import { readEvidence } from './evidence';
import { readPck } from './pck';
import { readQuote } from './quote';

/** Which platform Intel is asked about. */
export interface PlatformName {
	fmspc: string;
	ca: 'platform' | 'processor';
}

/** The platform that evidence comes from by its own, unverified word; throws a Mismatch where it cannot be read. */
export function platformOf(body: unknown): PlatformName {
	const [leaf] = certificatesOf(
		readQuote(hexOrBase64(readEvidence(body).quote, 'the quote')).chain,
	);
	if (leaf === undefined) throw new Mismatch('no certificate');
	const isProcessor = leaf.x509.issuer.includes('Intel SGX PCK Processor CA');
	return { fmspc: readPck(leaf).fmspc, ca: isProcessor ? 'processor' : 'platform' };
}
