import { GAVE_UP, NOT_AT_ORIGIN, SAFE, STOPPED_ON_THE_WAY } from '../../statusFacts';

/** What a service, an edge or a proxy answers in place of a result. */
export const STATUSES = [
	...new Set([
		...[...SAFE, ...NOT_AT_ORIGIN, ...GAVE_UP, ...STOPPED_ON_THE_WAY],
		...[400, 402, 406, 409, 410, 412, 422, 423, 425, 428, 501, 502, 504, 505, 507, 508],
		...[520, 522, 524, 527, 529, 598, 599],
	]),
].sort((a, b) => a - b);
