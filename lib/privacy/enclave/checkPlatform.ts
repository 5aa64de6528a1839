import { createHash, createPublicKey } from 'node:crypto';

import { hexBytes } from './bytes';
import { commonName, verifyChain, isP1363SignedBy, type Certificate } from './certificate';
import { requireThat, requireFact, type CheckList } from './checkList';
import { readQeIdentity, readTcbInfo } from './collateral';
import { readPck } from './pck';
import {
	enclaveTcbStatus,
	isAccepted,
	moduleTcbStatus,
	platformTcbStatus,
	worstStatus,
	type PlatformStatus,
} from './platform';
import type { VerificationInputs } from './question';
import type { Quote } from './quote';
import { mustNotBeRevoked, readRevocationList } from './revocation';

const PLATFORM_CA = /^Intel SGX PCK (Platform|Processor) CA$/;

/** The platform: certificates, revocation lists, quoting enclave, and the level of its parts. */
export function checkPlatform(
	checks: CheckList,
	quote: Quote | undefined,
	question: VerificationInputs,
): PlatformStatus | undefined {
	const { collateral, now, roots } = question;
	const chain = checks.check('Certificate Chain', `a root ${roots.intel}`, () => {
		const [leaf, authority, root, ...more] = verifyChain(
			requireFact(quote).chain,
			roots.intel,
			now,
		);
		const found = {
			leaf: requireFact(leaf),
			authority: requireFact(authority),
			root: requireFact(root),
		};
		requireThat(more.length === 0, 'a chain of another length');
		const names = Object.values(found).map(({ x509 }) => commonName(x509));
		requireThat(
			names[0] === 'Intel SGX PCK Certificate' && PLATFORM_CA.test(names[1] ?? ''),
			names.join(', '),
		);
		return [names.join(', '), found];
	});
	const info = checks.check('TCB Info', 'signed by Intel and in force', () => {
		const read = readTcbInfo(collateral, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	const identity = checks.check('Quoting Enclave Identity', 'signed by Intel and in force', () => {
		const read = readQeIdentity(collateral, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	checks.check(
		'Revocation Lists',
		'signed by their issuers, in force, without these certificates',
		() => {
			const { leaf, authority, root } = requireFact(chain);
			const [issuer] = verifyChain(collateral.pck_crl_issuer_chain, roots.intel, now);
			requireThat(hasSameKey(issuer, authority), 'a list by another authority');
			const pckList = readRevocationList(hexBytes(collateral.pck_crl, 'the list'), authority, now);
			const rootList = readRevocationList(hexBytes(collateral.root_ca_crl, 'the list'), root, now);
			mustNotBeRevoked(leaf, pckList);
			for (const one of [authority, requireFact(info).signer, requireFact(identity).signer])
				mustNotBeRevoked(one, rootList);
			return [
				`until ${new Date(Math.min(pckList.nextUpdate, rootList.nextUpdate)).toISOString()}`,
				true,
			];
		},
	);
	checks.check('Quoting Enclave Report', 'signed by the platform, for the key of the quote', () => {
		const { qeReport, qeSignature, attestationKey, qeAuthData } = requireFact(quote);
		requireThat(
			isP1363SignedBy(requireFact(chain).leaf.x509.publicKey, qeReport, qeSignature),
			'the signature is wrong',
		);
		const bound = createHash('sha256').update(attestationKey).update(qeAuthData).digest();
		requireThat(
			qeReport.subarray(320).equals(Buffer.concat([bound, Buffer.alloc(32)])),
			'a report for another key',
		);
		return ['signed', true];
	});
	const pck = checks.check('Platform', 'the one that the TCB info is about', () => {
		const facts = readPck(requireFact(chain).leaf);
		const { fmspc, pceId } = requireFact(info).document;
		requireThat(
			facts.fmspc === fmspc.toLowerCase() && facts.pceId === pceId.toLowerCase(),
			`FMSPC ${facts.fmspc}, PCE ${facts.pceId}`,
		);
		return [`FMSPC ${facts.fmspc}`, facts];
	});
	const partStatuses: PlatformStatus[] = [];
	const checkLevel = (name: string, look: () => PlatformStatus) =>
		checks.check(name, 'a level that Intel lists', () => {
			const found = look();
			partStatuses.push(found);
			return [found.status, found];
		});
	checkLevel('Platform Level', () =>
		platformTcbStatus(requireFact(info).document, requireFact(pck), requireFact(quote)),
	);
	checkLevel('TDX Module', () => moduleTcbStatus(requireFact(info).document, requireFact(quote)));
	checkLevel('Quoting Enclave', () =>
		enclaveTcbStatus(requireFact(identity).document, requireFact(quote)),
	);
	const overallStatus = partStatuses.length === 0 ? undefined : worstStatus(partStatuses);
	const accepted = question.acceptsHardening
		? 'UpToDate, or a platform that needs hardening'
		: 'UpToDate';
	checks.check('TCB Status', accepted, () => {
		const { status, advisories } = requireFact(overallStatus);
		requireThat(
			partStatuses.length === 3 && isAccepted(status, question.acceptsHardening),
			[status, ...advisories].join(', '),
		);
		return [status, status];
	});
	return overallStatus;
}

/** The quote itself: its signature, and that the host cannot look into the enclave. */
export function checkQuote(checks: CheckList, quote: Quote | undefined): void {
	checks.check('Quote Signature', 'made by the key of the quoting enclave', () => {
		const { signed, signature, attestationKey } = requireFact(quote);
		const [x, y] = [attestationKey.subarray(0, 32), attestationKey.subarray(32)];
		const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
		const key = createPublicKey({ key: jwk, format: 'jwk' });
		requireThat(isP1363SignedBy(key, signed, signature), 'the signature is wrong');
		return ['signed', true];
	});
	checks.check('Debug', 'off, and SEPT_VE_DISABLE on', () => {
		const { tdAttributes } = requireFact(quote);
		const seen = `attributes ${tdAttributes.toString('hex')}`;
		requireThat(tdAttributes[0] === 0 && ((tdAttributes[3] ?? 0) & 0x10) !== 0, seen);
		return [seen, true];
	});
}

function hasSameKey(one: Certificate | undefined, other: Certificate): boolean {
	return one?.x509.publicKey.equals(other.x509.publicKey) === true;
}
