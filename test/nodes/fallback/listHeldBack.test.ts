import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { fastClock } from '../../engine/fastClock';
import { withService } from '../withService';
import { fallbackTo } from './chosen';

const fast = fastClock(10);
const world = withService({ now: fast.now });
const model = typed('text-unknown');

beforeEach(() => fast.install());
afterEach(() => fast.restore());

it('waits for the prices of the fallbacks as long as for the call, when failures hold both back', async () => {
	const items = Array.from({ length: 18 }, (_, index) => ({ json: { index } }));
	const failing = { model, prompt: 'Hello' };
	const node = new InferenceChat();
	await world.run({ node, items, parameters: failing, continueOnFail: 'continueRegularOutput' });
	expect(world.service.requests('/chat/completions')).toHaveLength(18);
	const fallback = fallbackTo(['text-mini'], { maxInputPrice: 5 });
	const { item } = await world.run({
		node,
		parameters: { ...failing, options: { fallback } },
	});
	expect(item.json.model).toBe('text-mini');
});
