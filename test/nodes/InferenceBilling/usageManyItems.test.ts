import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';

const from = '2026-01-01T00:00:00.000Z';
const world = withService({ history: { entries: 250_000, from, stepMs: 1000 } });
const list = world.runner(new InferenceBilling(), {
	...{ resource: 'usage', operation: 'getAll', outputAs: 'items' },
});
const pages = () => world.service.requests('/billing/usage-history');

it('refuses a limit that n8n cannot hand on, before anything is sent', async () => {
	const { error } = await list({ returnAll: false, limit: 100_001 });
	expect(error?.message).toContain('at most 100000 items, but Limit is 100001');
	expect(error?.description).toContain('One CSV File');
	expect(pages()).toEqual([]);
});

it('ends a walk of all entries as soon as they are more than n8n can hand on', async () => {
	const { error } = await list({ returnAll: true, options: { pageSize: 1_000 } });
	expect(error?.message).toContain('at most 100000 items, but the history has more');
	expect(error?.description).toContain('One CSV File');
	// Windows of time are read side by side; all of them take 250 pages.
	expect(pages().length).toBeLessThan(180);
});
