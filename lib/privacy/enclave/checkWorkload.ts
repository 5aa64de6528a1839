import { createHash } from 'node:crypto';
import { z } from 'zod';

import { base64Bytes, hexBytes } from './bytes';
import { type CheckList, Mismatch, requireFact, requireThat } from './checkList';
import { type EventLog, onlyEventPayload, verifyReplay } from './eventLog';
import type { Evidence } from './evidence';
import { keyAddressOf, publicKeyOf } from './cipher';
import type { VerificationInputs } from './question';
import type { Quote } from './quote';
import { isP1363SignedBy, serialOf, verifyChain } from './certificate';

/** The key: the one whose address the quote holds, beside the nonce that was sent. */
export function checkKey(
	checks: CheckList,
	evidence: Evidence | undefined,
	quote: Quote | undefined,
	{ nonce }: VerificationInputs,
): string | undefined {
	checks.check('Nonce', nonce.toString('hex'), () => {
		const seen = requireFact(quote).reportData.subarray(32);
		requireThat(seen.equals(nonce), seen.toString('hex'));
		return [seen.toString('hex'), true];
	});
	return checks.check('Key', 'its address in the report data of the quote', () => {
		const { reportData } = requireFact(quote);
		const { keys } = requireFact(evidence);
		const bound = (key: string) =>
			Buffer.concat([keyAddressOf(publicKeyOf(key)), Buffer.alloc(12)]);
		const key = keys.find((one) => bound(one).equals(reportData.subarray(0, 32)));
		requireThat(
			key !== undefined,
			`${keys.length} keys, none of them for ${reportData.subarray(0, 20).toString('hex')}`,
		);
		// Two keys that differ would leave open which of them is meant.
		const others =
			evidence?.form === 'dstack'
				? keys.filter((one) => !publicKeyOf(one).equals(publicKeyOf(key)))
				: [];
		requireThat(others.length === 0, 'another key beside that of the quote');
		return [`0x${reportData.subarray(0, 20).toString('hex')}`, key];
	});
}

/** What was started: the log of events, and the description of the program that it names. */
export function checkProgram(
	checks: CheckList,
	evidence: Evidence | undefined,
	quote: Quote | undefined,
): Record<string, string> {
	const log = checks.check('Event Log', 'the four registers of the quote', () => {
		const { eventLog } = requireFact(evidence);
		verifyReplay(eventLog, requireFact(quote).rtmrs);
		return [`${eventLog.length} events`, eventLog];
	});
	const compose = checks.check('Program', 'the compose hash of the quote', () => {
		const hash = onlyEventPayload(requireFact(log), 'compose-hash');
		const config = requireFact(quote).mrConfigId;
		const stated = Buffer.concat([Buffer.of(1), hexBytes(hash, 'the hash'), Buffer.alloc(15)]);
		requireThat(stated.equals(config), `configuration ${config.toString('hex')}`);
		const text = requireFact(evidence).compose;
		const own = text === undefined ? hash : createHash('sha256').update(text).digest('hex');
		requireThat(own === hash, `a program with the hash ${own}`);
		return [hash, hash];
	});
	if (quote === undefined) return {};
	const [rtmr0, rtmr1, rtmr2, rtmr3] = quote.rtmrs.map((one) => one.toString('hex'));
	return {
		mrtd: quote.mrtd.toString('hex'),
		...{ rtmr0: rtmr0 ?? '', rtmr1: rtmr1 ?? '', rtmr2: rtmr2 ?? '', rtmr3: rtmr3 ?? '' },
		...(compose === undefined ? {} : { composeHash: compose }),
		...eventFact(log, 'os-image-hash', 'osImageHash'),
		...eventFact(log, 'app-id', 'appId'),
	};
}

function eventFact(log: EventLog | undefined, event: string, name: string): Record<string, string> {
	const found = log?.filter((one) => one.imr === 3 && one.event === event) ?? [];
	return found.length === 1 && found[0] ? { [name]: found[0].event_payload.toLowerCase() } : {};
}

export function checkAllowed(
	checks: CheckList,
	measurements: Record<string, string>,
	allowed: string[],
): 'pinned' | 'not pinned' {
	if (allowed.length === 0) return 'not pinned';
	const values = allowed.map((one) =>
		one
			.trim()
			.toLowerCase()
			.replace(/^(0x|sha256:)/, ''),
	);
	const found = checks.check('Allowed Programs', values.join(', '), () => {
		const allowedMeasurement = Object.entries(measurements).find(
			([, value]) => value !== '' && values.includes(value),
		);
		requireThat(
			allowedMeasurement !== undefined,
			`compose hash ${measurements.composeHash ?? 'unknown'}, mrtd ${measurements.mrtd ?? 'unknown'}`,
		);
		return [allowedMeasurement.join(' '), allowedMeasurement];
	});
	return found === undefined ? 'not pinned' : 'pinned';
}

export function checkGpus(
	checks: CheckList,
	evidence: Evidence | undefined,
	{ nonce, roots, now }: VerificationInputs,
): string[] {
	// The second form carries none: the verdict then lists no GPU.
	if (evidence?.form === 'aci' && evidence.gpus === undefined) return [];
	const serials = checks.check('GPU Reports', `a root ${roots.nvidia}`, () => {
		const { gpus } = requireFact(evidence);
		requireThat(gpus !== undefined, 'no reports');
		const found = verifyGpuReports(gpus, nonce, roots.nvidia, now);
		return [`${found.length} of ${found.length} GPUs`, found];
	});
	return serials ?? [];
}

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
function verifyGpuReports(payload: string, nonce: Buffer, root: string, now: number): string[] {
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
