import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { withOptions } from '../../engine/withOptions';
import { withService } from '../withService';

const world = withService();
const path = '/chat/completions';
const charges = () => world.service.ledger.length;

const chat = async (more: Partial<RunNodeOptions> = {}, retriesAndLimits = {}) =>
	await world.run({
		node: new InferenceChat(),
		items: [{ json: { topic: 'the sea' } }],
		parameters: withOptions({ prompt: '={{ "About " + $json.topic }}' }, { retriesAndLimits }),
		continueOnFail: 'continueErrorOutput',
		executionId: 'one',
		...more,
	});

/** The run of a node whose answer is lost, and the item that its error output hands on. */
async function lost() {
	world.service.fault({ path, cut: 'headers' });
	const { keptData, outputs } = await chat();
	const [failed] = outputs[1] ?? [];
	expect(failed?.json.error).toContain('may have been charged');
	expect(charges()).toBe(1);
	const items = [{ json: { topic: 'the sea', ...failed?.json } }];
	return { keptData, items, earlierRuns: 1 };
}

it('a lost answer that an error output leads back into the node is not sent again', async () => {
	const again = await lost();
	const { outputs } = await chat(again);
	expect(JSON.stringify(outputs)).toContain('may have been charged');
	expect(charges()).toBe(1);
});

it('is sent again where the user allows that', async () => {
	const again = await lost();
	const { outputs } = await chat(again, { sendAgainAfterLostAnswer: true });
	expect(outputs[0]).toHaveLength(1);
	expect(charges()).toBe(2);
});

it.each<[string, Partial<RunNodeOptions>]>([
	['another text', { items: [{ json: { topic: 'the hills' } }] }],
	['another execution', { executionId: 'two' }],
])('holds nothing back of %s', async (_what, other) => {
	const again = await lost();
	const { outputs } = await chat({ ...again, ...other });
	expect(outputs[0]).toHaveLength(1);
	expect(charges()).toBe(2);
});
