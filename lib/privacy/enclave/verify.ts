import { hexOrBase64 } from './bytes';
import { certificatesOf, readPck } from './certificate';
import { CheckList, requireThat, requireFact, Mismatch, type Check } from './checkList';
import { checkPlatform, checkQuote } from './checkPlatform';
import { checkAllowed, checkGpus, checkKey, checkProgram } from './checkWorkload';
import { readEvidence } from './evidence';
import type { VerificationInputs } from './question';
import { readQuote } from './quote';

/** What was found out about an enclave. Only a verified one has a key to encrypt to. */
export interface Verification {
	verified: boolean;
	checks: Check[];
	form: string | null;
	upstreamModel: string | null;
	tcbStatus: string | null;
	advisories: string[];
	measurements: Record<string, string>;
	program: 'pinned' | 'not pinned';
	gpus: string[];
	/** The key as it was sent, where everything holds. */
	publicKey?: string;
	/** When the verification is out of date by the evidence itself, in milliseconds. */
	until: number;
}

/** Verifies evidence about an enclave from first to last. Never throws: what does not hold is a check that failed. */
export function verifyEvidence(body: unknown, question: VerificationInputs): Verification {
	const checks = new CheckList();
	const evidence = checks.check('Evidence', 'one of the two known forms', () => {
		const read = readEvidence(body);
		return [read.form, read];
	});
	checks.check('Model', question.model, () => {
		const { model } = requireFact(evidence);
		requireThat(model === question.model, model);
		return [model, model];
	});
	const quote = checks.check('Quote', 'an Intel TDX quote of version 4 or 5', () => {
		const bytes = hexOrBase64(requireFact(evidence).quote, 'the quote');
		return [`${bytes.length} bytes`, readQuote(bytes)];
	});
	const platformStatus = checkPlatform(checks, quote, question);
	checkQuote(checks, quote);
	const publicKey = checkKey(checks, evidence, quote, question);
	const measurements = checkProgram(checks, evidence, quote);
	const program = checkAllowed(checks, measurements, question.allowed);
	const gpus = checkGpus(checks, evidence, question);
	return {
		verified: checks.hasPassed,
		checks: checks.entries,
		form: evidence?.form ?? null,
		upstreamModel: evidence?.upstreamModel ?? null,
		tcbStatus: platformStatus?.status ?? null,
		advisories: platformStatus?.advisories ?? [],
		measurements,
		program,
		gpus,
		...(checks.hasPassed && publicKey !== undefined ? { publicKey } : {}),
		until: evidence?.staleAfter ?? Infinity,
	};
}

export interface PlatformId {
	fmspc: string;
	ca: 'platform' | 'processor';
}

/** The platform that evidence comes from by its own, unverified word; throws a Mismatch where it cannot be read. */
export function unverifiedPlatformOf(body: unknown): PlatformId {
	const [leaf] = certificatesOf(
		readQuote(hexOrBase64(readEvidence(body).quote, 'the quote')).chain,
	);
	if (leaf === undefined) throw new Mismatch('no certificate');
	const isProcessor = leaf.x509.issuer.includes('Intel SGX PCK Processor CA');
	return { fmspc: readPck(leaf).fmspc, ca: isProcessor ? 'processor' : 'platform' };
}
