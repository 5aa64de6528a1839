import { z } from 'zod';

import { base64Bytes } from './bytes';
import { verifyChain, isP1363SignedBy, serialOf } from './certificate';
import { requireThat, Mismatch } from './checkList';

const GPU_PAYLOAD = z.object({
	nonce: z.string(),
	evidence_list: z
		.array(z.object({ certificate: z.string(), evidence: z.string(), arch: z.string() }))
		.min(1)
		.max(64),
});

/** The request that a report answers comes first in it: 4 bytes, the nonce, and more (DMTF DSP0274, section 10.11). */
const NONCE_RANGE = [4, 36] as const;
const SIGNATURE_BYTES = 96;

/**
 * Checks the reports of the GPUs: chain to NVIDIA, signature and nonce of each, no two from one GPU. Returns their serial numbers.
 * Throws a Mismatch. What the reports measured is not compared.
 */
export function verifyGpuReports(
	payload: string,
	nonce: Buffer,
	root: string,
	now: number,
): string[] {
	const read = GPU_PAYLOAD.safeParse(JSON.parse(payload));
	if (!read.success) throw new Mismatch('reports of another form');
	requireThat(read.data.nonce === nonce.toString('hex'), 'reports for another nonce');
	const serials = read.data.evidence_list.map(({ certificate, evidence }) => {
		const [leaf] = verifyChain(base64Bytes(certificate, 'a chain').toString('latin1'), root, now);
		if (leaf === undefined) throw new Mismatch('no certificate');
		const report = base64Bytes(evidence, 'a report');
		requireThat(report.length > 37 + SIGNATURE_BYTES, 'a report that is too short');
		requireThat(report.subarray(...NONCE_RANGE).equals(nonce), 'a report for another nonce');
		const signed = report.subarray(0, -SIGNATURE_BYTES);
		requireThat(
			isP1363SignedBy(leaf.x509.publicKey, signed, report.subarray(-SIGNATURE_BYTES), 'sha384'),
			'the signature of a report is wrong',
		);
		return serialOf(leaf);
	});
	requireThat(new Set(serials).size === serials.length, 'two reports of one GPU');
	return serials;
}
