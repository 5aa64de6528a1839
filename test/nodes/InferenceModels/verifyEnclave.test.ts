import crypto from 'node:crypto';

import { clock } from '../../../lib/core/clock';
import { ROOTS } from '../../../lib/privacy/enclave/question';
import { keptCollateral } from '../../../lib/privacy/collateralSource';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { RECORDINGS, recording } from '../../enclave/recorded';
import { TEST_ROOTS } from '../../service/enclave/roots';
import type { EnclaveSwitches } from '../../service/enclave/switches';
import { withService } from '../withService';

const world = withService();
const node = new InferenceModels();
const real = { ...ROOTS };
const action = {
	resource: 'enclave',
	operation: 'verify',
	model: { __rl: true, mode: 'id', value: 'e2ee-private' },
};

beforeEach(() => {
	keptCollateral.clear();
	Object.assign(ROOTS, TEST_ROOTS);
});
afterEach(() => void Object.assign(ROOTS, real));

const verify = async (parameters: object = {}, credential: object = {}) => {
	const collateralUrl = new URL(world.service.url).origin;
	const run = { node, parameters: { ...action, ...parameters } };
	const result = await world.run({ ...run, ...world.accessWith({ collateralUrl, ...credential }) });
	return { ...result, json: result.outputs[0]?.[0]?.json };
};

const failed = (json: unknown) =>
	(json as { checks: Array<{ name: string; passed: boolean }> }).checks
		.filter(({ passed }) => !passed)
		.map(({ name }) => name);

test('returns one item with the verdict, each check, and what runs', async () => {
	const { json, error } = await verify();
	expect(error).toBeUndefined();
	expect(json).toMatchObject({
		model: 'e2ee-private',
		verified: true,
		program: 'not pinned',
		programNote: expect.stringContaining('Allowed Programs'),
		tcbStatus: 'UpToDate',
		advisories: [],
		form: 'dstack',
	});
	expect(json?.gpus).toHaveLength(1);
	expect(json?.measurements).toHaveProperty('mrtd', 'b2'.repeat(48));
	expect(failed(json)).toEqual([]);
	const [request, ...collateral] = world.service.journal;
	expect(request).toMatchObject({
		method: 'GET',
		path: '/tee/attestation',
		query: { model: 'e2ee-private', nonce: json?.nonce },
	});
	expect(collateral.map(({ path }) => path).sort()).toEqual([
		'/sgx/certification/v4/pckcrl',
		'/sgx/certification/v4/rootcacrl',
		'/tdx/certification/v4/qe/identity',
		'/tdx/certification/v4/tcb',
	]);
	for (const { headers } of collateral)
		expect(JSON.stringify(headers)).not.toContain(world.service.keys.user);
	expect(world.service.ledger).toEqual([]);
});

test('reads what Intel publishes once, and asks the enclave each time with a nonce of its own', async () => {
	const [one, two] = [await verify(), await verify()];
	expect(one.json?.nonce).not.toBe(two.json?.nonce);
	expect(world.service.requests('/tdx/certification/v4/tcb')).toHaveLength(1);
	expect(world.service.requests('/tee/attestation')).toHaveLength(2);
});

test('pins a program, and says when another runs', async () => {
	const { json } = await verify();
	const pinned = await verify({
		enclave: { allowedPrograms: `0x${'00'.repeat(32)}, ${String(json?.composeHash)}` },
	});
	expect(pinned.json).toMatchObject({ verified: true, program: 'pinned' });
	const other = await verify({ enclave: { allowedPrograms: '00'.repeat(32) } });
	expect(other.json).toMatchObject({ verified: false, program: 'not pinned' });
	expect(failed(other.json)).toEqual(['Allowed Programs']);
});

test.each<[EnclaveSwitches, string]>([
	[{ attestation: 'staleNonce' }, 'Nonce'],
	[{ attestation: 'thirdForm' }, 'Evidence'],
	[{ attestation: 'oddHex' }, 'Quote'],
	[{ collateral: { revoked: 'platform' } }, 'Revocation Lists'],
	[{ collateral: { status: 'SWHardeningNeeded' } }, 'TCB Status'],
])('an enclave with %j is reported with %s as failed', async (switches, check) => {
	world.service.enclave(switches);
	const { json, error } = await verify();
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ verified: false });
	expect(failed(json)).toContain(check);
	expect(JSON.stringify(json)).not.toContain('Cannot read');
});

test('accepts a platform that needs hardening on request, with the advisories', async () => {
	world.service.enclave({ collateral: { status: 'ConfigurationAndSWHardeningNeeded' } });
	const { json } = await verify({ enclave: { acceptHardening: true } });
	expect(json).toMatchObject({
		verified: true,
		tcbStatus: 'ConfigurationAndSWHardeningNeeded',
		advisories: ['INTEL-SA-00001'],
	});
});

test('reads no more of an attestation than its limit', async () => {
	world.service.enclave({ attestation: 'huge' });
	const { error } = await verify();
	expect(error?.message).toMatch(/too large|more than 20 MB/);
});

test.each([
	[{ enclave: { allowedPrograms: '={{ "" }}' } }, 'Allowed Programs must not be empty'],
	[
		{ enclave: { allowedPrograms: 'v1.2' } },
		'Allowed Programs must list hashes of 64 or 96 hexadecimal digits, but "v1.2" was given',
	],
	[
		{ enclave: { collateral: '{"tcb_info":"{}"}' } },
		'Collateral (JSON) lacks pck_crl_issuer_chain',
	],
])('refuses %j before anything is sent', async (parameters, sentence) => {
	const { error } = await verify(parameters);
	expect(error?.message).toBe(sentence);
	expect(world.service.journal).toEqual([]);
});

test('names the address when what Intel publishes cannot be read', async () => {
	const fault = { path: '/tdx/certification/v4/tcb', status: 500, body: {} };
	world.service.fault(fault);
	expect((await verify()).error).toBeUndefined();
	keptCollateral.clear();
	for (let times = 0; times < 4; times++) world.service.fault(fault);
	const { error } = await verify();
	expect(error?.message).toMatch(
		/^The enclave could not be verified: what Intel publishes could not be read from/,
	);
});

test('fetches nothing from a private network', async () => {
	const { error } = await verify({}, { collateralUrl: 'http://127.0.0.2:1' });
	expect(error?.message).toContain('leads into a private network');
});

test.each(RECORDINGS)('verifies what a live service sent: %s', async (name) => {
	Object.assign(ROOTS, real);
	const { nonce, at, attestation, collateral } = recording(name);
	jest.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(nonce, 'hex'));
	jest.spyOn(clock, 'now').mockImplementation(() => at * 1000);
	world.service.fault({ path: '/tee/attestation', status: 200, body: attestation });
	const model = { __rl: true, mode: 'id', value: attestation.model };
	const { json, error } = await verify({
		model,
		enclave: { collateral: JSON.stringify(collateral) },
	});
	expect(error).toBeUndefined();
	expect(failed(json)).toEqual([]);
	expect(json).toMatchObject({ verified: true, tcbStatus: 'UpToDate' });
	expect(world.service.journal).toHaveLength(1);
});
