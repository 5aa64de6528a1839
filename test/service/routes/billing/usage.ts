import type { Route } from '../../call';
import { Refusal } from '../../errors';

/** The older list of charges, which is gone for everybody. */
export const getUsage: Route = {
	method: 'GET',
	path: '/billing/usage',
	access: 'management',
	handle() {
		throw new Refusal(
			410,
			{ error: 'This endpoint is gone. Use GET /api/v1/billing/usage-history instead' },
			{
				sunset: 'Wed, 16 Sep 2026 00:00:00 GMT',
				link: '</api/v1/billing/usage-history>; rel="successor-version"',
			},
		);
	},
};
