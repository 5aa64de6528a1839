import { clock } from '../base/clock';
import { ServiceFailure, type FailureFacts } from '../base/failure';

/** How a call failed: without status, no answer came. */
export type Fault = Pick<FailureFacts, 'status' | 'code'>;

/** The failure of a call that would have to wait `ms` milliseconds, longer than it may; `fault`: the latest failure, if failures hold it back. */
export function notSent(ms: number, fault?: Fault): ServiceFailure {
	const until = new Date(clock.now() + ms).toISOString();
	return new ServiceFailure(`Not sent: ${reason(until, fault)}`, {
		kind: 'refused',
		code: 'RATE_LIMIT_EXCEEDED',
		cure:
			fault === undefined
				? 'Run it again after that time, or raise Max Wait under Options > Retries and Limits.'
				: 'Fix what makes the calls fail, or run it again after that time.',
	});
}

function reason(until: string, fault?: Fault): string {
	if (fault === undefined) return `the service takes no more of these calls until ${until}`;
	const { status, code } = fault;
	const last = [status === undefined ? 'no answer' : `status ${status}`, code ?? ''];
	return (
		`too many calls have failed, and the service blocks a key that has more failures before ${until}. ` +
		`The latest failure: ${last.filter((part) => part !== '').join(', ')}`
	);
}
