import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';

const world = withService();
const list = world.runner(new InferenceBilling(), {
	...{ resource: 'usage', operation: 'getAll', outputAs: 'items' },
});

it('refuses a limit that n8n cannot hand on, before anything is sent', async () => {
	const { error } = await list({ returnAll: false, limit: 100_001 });
	expect(error?.message).toContain('at most 100000 items, but Limit is 100001');
	expect(error?.description).toContain('One CSV File');
	expect(world.service.requests('/billing/usage-history')).toEqual([]);
});
