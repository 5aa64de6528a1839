import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { typed } from '../../coverage/given';
import { runForN8nAgent } from '../../engine/n8nAgent';
import { withService } from '../withService';

const world = withService();
const speech = (maxCostPerRun: number) => ({
	resource: 'speech',
	operation: 'generate',
	text: 'A sentence of some length. '.repeat(400),
	options: { cost: { maxCostPerRun } },
});

describe('tools of n8n Agents, which know no execution', () => {
	it('speak a long text of several parts, each paid once', async () => {
		const node = new InferenceAudio();
		const [item] = await runForN8nAgent({ ...world.access, node, parameters: speech(0) });
		expect(item?.json).toMatchObject({ parts: 3, joined: true });
		expect(item?.json.link).toMatch(/\/rest\/binary-data\/signed\?token=/);
		expect(world.service.requests('/audio/speech')).toHaveLength(3);
	});

	it('say where the parts are that were paid for, when a later one fails', async () => {
		const { service } = world;
		service.fault({ path: '/audio/speech', delayMs: 1 });
		service.fault({ path: '/audio/speech', status: 402 });
		const node = new InferenceAudio();
		const running = runForN8nAgent({ ...world.access, node, parameters: speech(0) });
		await expect(running).rejects.toThrow(
			/^Part 2 of 3 was not made: .* Links to the parts that were made, which open for a day at most and only while n8n keeps the execution: http\S+signed\?token=/s,
		);
		expect(service.ledger).toHaveLength(1);
	});

	it('hand over no file beside the link', async () => {
		const parameters = { model: typed('image-basic'), prompt: 'A pear' };
		const node = new InferenceImage();
		const [item] = await runForN8nAgent({ ...world.access, node, parameters });
		expect(item?.json).toHaveProperty('link', expect.stringMatching(/^http/));
		expect(item).not.toHaveProperty('binary');
	});

	it('keep to what one call may cost', async () => {
		const node = new InferenceAudio();
		const running = runForN8nAgent({ ...world.access, node, parameters: speech(0.000_001) });
		await expect(running).rejects.toThrow(/of 0\.000001 USD is left under Max Cost per Run/);
		expect(world.service.ledger).toEqual([]);
	});

	it('give each blockchain call a key of its own', async () => {
		const parameters = { network: typed('base-mainnet'), method: 'eth_chainId' };
		const call = async () =>
			await runForN8nAgent({ ...world.access, node: new InferenceCryptoRpc(), parameters });
		const keys = [await call(), await call()].map(([item]) => item?.json.idempotencyKey);
		expect(new Set(keys).size).toBe(2);
		expect(world.service.ledger).toHaveLength(2);
	});

	it('sign no payment', async () => {
		const parameters = { resource: 'balance', operation: 'topUp', maxAmount: 5 };
		const node = new InferenceX402();
		const running = runForN8nAgent({ ...world.walletAccess(), node, parameters });
		await expect(running).rejects.toThrow(/^Top Up is not for agents: nothing was signed/);
		expect(world.service.journal).toEqual([]);
	});
});
