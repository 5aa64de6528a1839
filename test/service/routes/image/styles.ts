import { type Route, takeLimit } from '../../call';
import { refuse } from '../../errors';
import { STYLES } from '../../images/styles';

/** Open to anybody; a key that is not one is still refused. */
export const listStyles: Route = {
	method: 'GET',
	path: '/image/styles',
	access: 'public',
	handle(call) {
		if (call.entry.headers.authorization !== undefined && !call.key?.active) {
			throw refuse(401, 'These credentials were not accepted', 'AUTHENTICATION_FAILED');
		}
		takeLimit(call, 'account');
		return { payload: { json: { object: 'list', data: STYLES } } };
	},
};
