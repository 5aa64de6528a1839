import { createHash } from 'node:crypto';

import { verifyEvidence } from '../../lib/privacy/enclave/verify';
import { Enclave, type AttestationTrick } from '../service/enclave/enclave';
import type { CollateralFault } from '../service/enclave/platform';
import { TEST_ROOTS } from '../service/enclave/roots';
import { oracle } from './oracle';
import { questionOf, RECORDINGS, recording, sample } from './recorded';

const failed = (verdict: ReturnType<typeof verifyEvidence>) =>
	verdict.checks
		.filter(({ passed, seen }) => !passed && !seen.startsWith('not checked'))
		.map(({ name }) => name);

describe('recorded evidence', () => {
	test.each([
		['gemma', 'dstack', 1],
		['glm', 'dstack', 2],
		['aci', 'aci', 0],
	] as const)('evidence of %s holds, and the oracle agrees', async (name, form, gpus) => {
		const one = recording(name);
		const verdict = verifyEvidence(one.attestation, questionOf(one));
		expect(failed(verdict)).toEqual([]);
		expect(verdict).toMatchObject({
			verified: true,
			form,
			tcbStatus: 'UpToDate',
			advisories: [],
			program: 'not pinned',
		});
		expect(verdict.gpus).toHaveLength(gpus);
		const verify = await oracle();
		const judged = verify(Buffer.from(one.attestation.intel_quote, 'hex'), one.collateral, one.at);
		const { status, advisory_ids: advisories, report } = judged;
		expect({ status, advisories }).toEqual({
			status: verdict.tcbStatus,
			advisories: verdict.advisories,
		});
		const { mrtd, rtmr0, rtmr1, rtmr2, rtmr3 } = verdict.measurements;
		const seen = report.TD10 ?? {};
		expect([seen.mr_td, seen.rt_mr0, seen.rt_mr1, seen.rt_mr2, seen.rt_mr3]).toEqual([
			mrtd,
			rtmr0,
			rtmr1,
			rtmr2,
			rtmr3,
		]);
	});

	test.each(['dstack', 'aci'])('has a key of its own and one nonce: %s', (form) => {
		const one = recording(form === 'aci' ? 'aci' : 'gemma');
		const other = { ...questionOf(one), nonce: Buffer.alloc(32, 7) };
		expect(failed(verifyEvidence(one.attestation, other))).toContain('Nonce');
		expect(verifyEvidence(one.attestation, other).publicKey).toBeUndefined();
	});

	test.each([
		['before the lists', -90],
		['after the lists', 60],
	])('is refused %s', (_when, days) => {
		for (const name of RECORDINGS) {
			const question = questionOf(recording(name));
			const verdict = verifyEvidence(recording(name).attestation, {
				...question,
				now: question.now + days * 86_400_000,
			});
			expect(failed(verdict)).toEqual(
				expect.arrayContaining(['TCB Info', 'Quoting Enclave Identity']),
			);
		}
	});

	test.each([
		['the compose hash', 'cd5af14107fda0782665a90a48507ddfc99f37d3e6a22ce3df8802881c0b1a1a', true],
		['another program', 'ab'.repeat(32), false],
	])('is pinned by %s', (_what, allowed, holds) => {
		const one = recording('gemma');
		const verdict = verifyEvidence(one.attestation, { ...questionOf(one), allowed: [allowed] });
		expect(verdict).toMatchObject({ verified: holds, program: holds ? 'pinned' : 'not pinned' });
	});
});

describe('samples of Intel', () => {
	const platform = [
		'Quote',
		'Certificate Chain',
		'TCB Info',
		'Quoting Enclave Identity',
		'Revocation Lists',
		'Quoting Enclave Report',
	];

	test.each([
		['intelTdx', 1750809600, 'UpToDate', []],
		['intelOutdated', 1771800000, null, ['Platform Level', 'TCB Status']],
	] as const)('the oracle agrees on the sample %s', async (name, at, status, refused) => {
		const { quote, collateral } = sample(name);
		const body = {
			model: 'm',
			intel_quote: quote.toString('base64'),
			info: { tcb_info: { event_log: [] } },
		};
		const question = { ...questionOf(recording('gemma')), model: 'm', collateral, now: at * 1000 };
		const verdict = verifyEvidence(body, question);
		const names = [
			...platform,
			'Platform',
			'Platform Level',
			'TDX Module',
			'Quoting Enclave',
			'TCB Status',
			'Quote Signature',
		];
		expect(failed(verdict).filter((one) => names.includes(one))).toEqual(refused);
		const verify = await oracle();
		if (status === null) expect(() => verify(quote, collateral, at)).toThrow();
		else expect(verify(quote, collateral, at).status).toBe(status);
	});

	test.each([null, {}, 'text', { model: 'm' }])('evidence %j is refused', (body) => {
		const verdict = verifyEvidence(body, questionOf(recording('gemma')));
		expect(failed(verdict)).toContain('Evidence');
		expect(verdict).toMatchObject({ verified: false, form: null, upstreamModel: null });
	});

	test('a quote of SGX is refused as one', () => {
		const { quote, collateral } = sample('intelSgx');
		const body = {
			model: 'm',
			intel_quote: quote.toString('hex'),
			info: { tcb_info: { event_log: [] } },
		};
		const verdict = verifyEvidence(body, {
			...questionOf(recording('gemma')),
			model: 'm',
			collateral,
		});
		expect(verdict.verified).toBe(false);
		expect(verdict.checks[2]?.seen).toMatch(/Intel SGX|version 3/);
	});
});

describe('an enclave under a root of the tests', () => {
	const now = Date.UTC(2026, 5, 1);
	const enclave = new Enclave(() => now);
	const nonce = createHash('sha256').update('nonce').digest();
	const ask = (
		form: 'dstack' | 'aci',
		trick?: AttestationTrick,
		fault?: CollateralFault,
		roots = TEST_ROOTS,
		acceptsHardening = false,
	) =>
		verifyEvidence(enclave.attestation('e2ee-m', nonce, form, trick), {
			...{
				model: 'e2ee-m',
				nonce,
				collateral: enclave.platform.collateral(fault),
				now,
				roots,
				allowed: [],
				acceptsHardening,
			},
		});

	test.each(['dstack', 'aci'] as const)('holds in the form %s', (form) => {
		expect(failed(ask(form))).toEqual([]);
		expect(ask(form)).toMatchObject({ verified: true, publicKey: enclave.publicKey });
	});

	test('is nothing under the roots that ship', () => {
		const { roots } = questionOf(recording('gemma'));
		const verdict = ask('dstack', undefined, undefined, roots);
		expect(failed(verdict)).toEqual([
			'Certificate Chain',
			'TCB Info',
			'Quoting Enclave Identity',
			'GPU Reports',
		]);
	});

	test.each<[AttestationTrick, string]>([
		['staleNonce', 'Nonce'],
		['otherModel', 'Model'],
		['brokenQuote', 'Quote Signature'],
		['onlyOtherQuote', 'Quote Signature'],
		['swappedKey', 'Key'],
		['secondKey', 'Key'],
		['offCurve', 'Key'],
		['extraEvent', 'Event Log'],
		['renamedEvent', 'Event Log'],
		['otherProgram', 'Program'],
		['debug', 'Debug'],
		['oddHex', 'Quote'],
		['badGpu', 'GPU Reports'],
		['staleGpu', 'GPU Reports'],
		['sameGpuTwice', 'GPU Reports'],
		['noGpu', 'GPU Reports'],
		['thirdForm', 'Evidence'],
	])('evidence with %s fails at %s', (trick, check) => {
		const verdict = ask('dstack', trick);
		expect(verdict.verified).toBe(false);
		expect(verdict.publicKey).toBeUndefined();
		expect(failed(verdict)).toContain(check);
		if (!['brokenQuote', 'onlyOtherQuote'].includes(trick))
			expect(failed(verdict)).toEqual([check]);
	});

	test.each<[CollateralFault, string]>([
		[{ revoked: 'platform' }, 'Revocation Lists'],
		[{ revoked: 'authority' }, 'Revocation Lists'],
		[{ revoked: 'tcbSigner' }, 'Revocation Lists'],
		[{ expired: 'list' }, 'Revocation Lists'],
		[{ expired: 'rootList' }, 'Revocation Lists'],
		[{ expired: 'tcbInfo' }, 'TCB Info'],
		[{ expired: 'identity' }, 'Quoting Enclave Identity'],
		[{ swapped: 'list' }, 'Revocation Lists'],
		[{ swapped: 'rootList' }, 'Revocation Lists'],
		[{ swapped: 'tcbInfo' }, 'TCB Info'],
		[{ swapped: 'identity' }, 'Quoting Enclave Identity'],
		[{ ownRoot: true }, 'TCB Info'],
		[{ signer: 'Intel SGX PCK Certificate' }, 'TCB Info'],
		[{ fmspc: '000000000000' }, 'Platform'],
		[{ status: 'OutOfDate' }, 'TCB Status'],
		[{ status: 'Revoked' }, 'TCB Status'],
		[{ status: 'Splendid' }, 'TCB Status'],
		[{ status: 'SWHardeningNeeded' }, 'TCB Status'],
	])('evidence with the collateral %j fails at %s', (fault, check) => {
		expect(failed(ask('dstack', undefined, fault))).toContain(check);
		const swapped = { ...enclave.platform.collateral() };
		expect([swapped.pck_crl, swapped.root_ca_crl]).not.toContain('');
	});

	test('an enclave that needs hardening is accepted on request, with its advisories', () => {
		const verdict = ask('dstack', undefined, { status: 'SWHardeningNeeded' }, TEST_ROOTS, true);
		expect(verdict).toMatchObject({
			verified: true,
			tcbStatus: 'SWHardeningNeeded',
			advisories: ['INTEL-SA-00001'],
		});
		expect(ask('dstack', undefined, { status: 'OutOfDate' }, TEST_ROOTS, true).verified).toBe(
			false,
		);
	});

	test.each(['', 'deadbeef', '00'])('a list that is "%s" is refused', (list) => {
		const evidence = enclave.attestation('e2ee-m', nonce, 'dstack');
		const question = {
			model: 'e2ee-m',
			nonce,
			now,
			roots: TEST_ROOTS,
			allowed: [],
			acceptsHardening: false,
		};
		const whole = enclave.platform.collateral();
		for (const part of ['pck_crl', 'root_ca_crl'] as const) {
			const verdict = verifyEvidence(evidence, {
				...question,
				collateral: { ...whole, [part]: list },
			});
			expect(failed(verdict)).toEqual(['Revocation Lists']);
		}
		const crossed = { ...whole, pck_crl: whole.root_ca_crl };
		expect(failed(verifyEvidence(evidence, { ...question, collateral: crossed }))).toEqual([
			'Revocation Lists',
		]);
	});
});
