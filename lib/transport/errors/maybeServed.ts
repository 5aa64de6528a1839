import type { FailureFacts } from './failure';

/** Of a call that was ended while it was under way, not while it waited. */
export const UNDER_WAY = 'CALL_UNDER_WAY';

/** Codes of a connection that never came about: nothing was sent over it. */
const NEVER_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_.*|EADDRNOTAVAIL|CERT_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|ERR_TLS_CERT.*|ERR_INVALID_PROTOCOL)$/;

/** Whether a call may have been served, and so charged, although this came of it (NOTES 1.5 and 1.6). */
export function maybeServed({
	kind,
	status,
	code,
}: Pick<FailureFacts, 'kind' | 'status' | 'code'>): boolean {
	if (kind === 'unreachable') return code === undefined || !NEVER_SENT.test(code);
	if (kind === 'cancelled') return code === UNDER_WAY;
	return kind === 'timeout' || kind === 'malformed' || status === 502 || status === 504;
}
