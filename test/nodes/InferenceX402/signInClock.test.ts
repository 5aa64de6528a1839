import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { testCredential } from '../../engine/testCredential';
import { withService } from '../withService';

let skew = 0;
/** The service keeps its own time; n8n's clock is `skew` ahead of it. */
const world = withService({ now: () => Date.now() - skew });
const node = new InferenceX402();

afterEach(() => {
	skew = 0;
});

const run = async (resource: string, operation: string) =>
	await world.run({
		...world.walletAccess(),
		node,
		executionId: 'clock',
		parameters: { resource, operation, ...(operation === 'topUp' && { dryRun: false }) },
	});

describe.each([
	[-10, /10 minutes behind the clock of the service/],
	[-6, /6 minutes behind the clock of the service/],
	[1, /(59|60) seconds ahead of the clock of the service/],
	[6, /6 minutes ahead of the clock of the service/],
	[60, /60 minutes ahead of the clock of the service/],
])('a sign-in with the clock of n8n %d minutes ahead', (minutes, words) => {
	beforeEach(() => {
		skew = minutes * 60_000;
	});

	it.each([
		['balance', 'get'],
		['transaction', 'getAll'],
		['balance', 'topUp'],
	])('is refused with words of the clock by %s: %s', async (resource, operation) => {
		const { error } = await run(resource, operation);
		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/^Correct the clock of the machine that runs n8n/);
		expect(world.service.payments).toEqual([]);
	});

	it('is refused with words of the clock in the test of the credential', async () => {
		const credentials = world.walletAccess().credentials?.inferenceServiceWalletApi ?? {};
		const type = 'inferenceServiceWalletApi';
		const tested = await testCredential({ node, type, credentials });
		expect(tested.status).toBe('Error');
		expect(tested.message).toMatch(words);
	});
});

it.each([-3, 0, 0.3])('names no clock that is right enough (%d minutes ahead)', async (minutes) => {
	skew = minutes * 60_000;
	expect((await run('balance', 'get')).error).toBeUndefined();
	const path = /balance/;
	world.service.fault({ path, status: 401, body: { code: 'X402_INVALID_SIGN_IN', error: 'No' } });
	const { error } = await run('balance', 'get');
	expect(error?.message).not.toMatch(/clock of the service/);
	expect(error?.description).toMatch(/^Check Network, Private Key/);
});
