import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { withService } from '../withService';

const world = withService({ balances: { usd: 10, diem: 5 } });

describe('a cost that staked credit pays', () => {
	it.each([
		['estimated', new InferenceAudio(), { resource: 'speech', text: 'Good morning' }],
		['reported', new InferenceChat(), { prompt: 'Hello' }],
	])(
		'names its currency when it is %s, and adds to its own total',
		async (_kind, node, parameters) => {
			const { item, customData } = await world.run({ node, parameters });
			const [charge] = world.service.ledger;
			expect(charge?.currency).toBe('DIEM');
			expect(item.json.cost).toMatchObject({ amount: charge?.usd, currency: 'DIEM' });
			expect(customData).toMatchObject({
				inferenceCostDiem: charge?.usd.toFixed(10).replace(/0+$/, ''),
			});
		},
	);
});
