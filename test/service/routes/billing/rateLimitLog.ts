import { type Route, takeLimit } from '../../call';

export const getRateLimitLog: Route = {
	method: 'GET',
	path: '/api_keys/rate_limits/log',
	access: 'account',
	handle(call) {
		takeLimit(call, 'account');
		const data = call.world.limitLog.of(call.key?.account.id ?? '');
		return { payload: { json: { object: 'list', data } } };
	},
};
