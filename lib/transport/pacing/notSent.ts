import { clock } from '../clock';
import { ServiceFailure } from '../errors/failure';

/** The failure of a call that would have to wait `ms` milliseconds, longer than it may. */
export function notSent(ms: number): ServiceFailure {
	const until = new Date(clock.now() + ms).toISOString();
	return new ServiceFailure(`Not sent: the service takes no more of these calls until ${until}`, {
		kind: 'refused',
		code: 'RATE_LIMIT_EXCEEDED',
		cure: 'Run it again after that time, or raise Max Wait under Retries and Limits.',
	});
}
