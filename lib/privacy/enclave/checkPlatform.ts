import { createHash, createPublicKey } from 'node:crypto';

import { hexBytes } from './bytes';
import { commonName, followChain, isSignedBy, type Certificate } from './certificate';
import { must, need, type CheckList } from './check';
import { readQeIdentity, readTcbInfo } from './collateral';
import { readPck } from './pck';
import {
	enclaveStanding,
	isAccepted,
	moduleStanding,
	platformStanding,
	worst,
	type PlatformStatus,
} from './platform';
import type { EnclaveQuestion } from './question';
import type { Quote } from './quote';
import { mustNotBeRevoked, readList } from './revocation';

/** The two authorities that certify platforms. */
const PLATFORM_CA = /^Intel SGX PCK (Platform|Processor) CA$/;

/** The platform: certificates, revocation lists, quoting enclave, and the level of its parts. */
export function checkPlatform(
	checks: CheckList,
	quote: Quote | undefined,
	question: EnclaveQuestion,
): PlatformStatus | undefined {
	const { collateral, now, roots } = question;
	const chain = checks.run('Certificate Chain', `a root ${roots.intel}`, () => {
		const [leaf, authority, root, ...more] = followChain(need(quote).chain, roots.intel, now);
		const found = { leaf: need(leaf), authority: need(authority), root: need(root) };
		must(more.length === 0, 'a chain of another length');
		const names = Object.values(found).map(({ x509 }) => commonName(x509));
		must(
			names[0] === 'Intel SGX PCK Certificate' && PLATFORM_CA.test(names[1] ?? ''),
			names.join(', '),
		);
		return [names.join(', '), found];
	});
	const info = checks.run('TCB Info', 'signed by Intel and in force', () => {
		const read = readTcbInfo(collateral, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	const identity = checks.run('Quoting Enclave Identity', 'signed by Intel and in force', () => {
		const read = readQeIdentity(collateral, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	checks.run(
		'Revocation Lists',
		'signed by their issuers, in force, without these certificates',
		() => {
			const { leaf, authority, root } = need(chain);
			const [issuer] = followChain(collateral.pck_crl_issuer_chain, roots.intel, now);
			must(sameKey(issuer, authority), 'a list by another authority');
			const own = readList(hexBytes(collateral.pck_crl, 'the list'), authority, now);
			const rootList = readList(hexBytes(collateral.root_ca_crl, 'the list'), root, now);
			mustNotBeRevoked(leaf, own);
			for (const one of [authority, need(info).signer, need(identity).signer])
				mustNotBeRevoked(one, rootList);
			return [
				`until ${new Date(Math.min(own.nextUpdate, rootList.nextUpdate)).toISOString()}`,
				true,
			];
		},
	);
	checks.run('Quoting Enclave Report', 'signed by the platform, for the key of the quote', () => {
		const { qeReport, qeSignature, attestationKey, qeAuthData } = need(quote);
		must(
			isSignedBy(need(chain).leaf.x509.publicKey, qeReport, qeSignature),
			'the signature is wrong',
		);
		const bound = createHash('sha256').update(attestationKey).update(qeAuthData).digest();
		must(
			qeReport.subarray(320).equals(Buffer.concat([bound, Buffer.alloc(32)])),
			'a report for another key',
		);
		return ['signed', true];
	});
	const pck = checks.run('Platform', 'the one that the TCB info is about', () => {
		const facts = readPck(need(chain).leaf);
		const { fmspc, pceId } = need(info).document;
		must(
			facts.fmspc === fmspc.toLowerCase() && facts.pceId === pceId.toLowerCase(),
			`FMSPC ${facts.fmspc}, PCE ${facts.pceId}`,
		);
		return [`FMSPC ${facts.fmspc}`, facts];
	});
	const parts: PlatformStatus[] = [];
	const level = (name: string, look: () => PlatformStatus) =>
		checks.run(name, 'a level that Intel lists', () => {
			const found = look();
			parts.push(found);
			return [found.status, found];
		});
	level('Platform Level', () => platformStanding(need(info).document, need(pck), need(quote)));
	level('TDX Module', () => moduleStanding(need(info).document, need(quote)));
	level('Quoting Enclave', () => enclaveStanding(need(identity).document, need(quote)));
	const whole = parts.length === 0 ? undefined : worst(parts);
	const accepted = question.acceptsHardening
		? 'UpToDate, or a platform that needs hardening'
		: 'UpToDate';
	checks.run('TCB Status', accepted, () => {
		const { status, advisories } = need(whole);
		must(
			parts.length === 3 && isAccepted(status, question.acceptsHardening),
			[status, ...advisories].join(', '),
		);
		return [status, status];
	});
	return whole;
}

/** The quote itself: its signature, and that the host cannot look into the enclave. */
export function checkQuote(checks: CheckList, quote: Quote | undefined): void {
	checks.run('Quote Signature', 'made by the key of the quoting enclave', () => {
		const { signed, signature, attestationKey } = need(quote);
		const [x, y] = [attestationKey.subarray(0, 32), attestationKey.subarray(32)];
		const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
		const key = createPublicKey({ key: jwk, format: 'jwk' });
		must(isSignedBy(key, signed, signature), 'the signature is wrong');
		return ['signed', true];
	});
	checks.run('Debug', 'off, and SEPT_VE_DISABLE on', () => {
		const { tdAttributes } = need(quote);
		const seen = `attributes ${tdAttributes.toString('hex')}`;
		must(tdAttributes[0] === 0 && ((tdAttributes[3] ?? 0) & 0x10) !== 0, seen);
		return [seen, true];
	});
}

function sameKey(one: Certificate | undefined, other: Certificate): boolean {
	return one?.x509.publicKey.equals(other.x509.publicKey) === true;
}
