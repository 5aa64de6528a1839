import { type Route, takeLimit } from '../../call';

export const getBalance: Route = {
	method: 'GET',
	path: '/billing/balance',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const { usd, diem } = call.key?.account.balances ?? { usd: 0, diem: 0 };
		const staked = call.world.allocation;
		const currency = diem > 0 ? 'DIEM' : usd > 0 ? 'USD' : null;
		const json = {
			canConsume: currency !== null,
			consumptionCurrency: currency,
			balances: { diem: staked > 0 ? diem : null, usd },
			diemEpochAllocation: staked,
		};
		return { payload: { json } };
	},
};
