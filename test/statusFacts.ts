/** What the specification and HTTP say of a status, written down apart from the tables of the package so that tests can compare the two. */

/** The service says that nothing was charged. */
export const SAFE = [429, 500, 503];

/** An edge before the service says that it did not reach it. */
export const NOT_AT_ORIGIN = [521, 523, 525, 526, 530];

/** Whoever answers did not process it, by RFC 8470, 5.2, and by nginx: headers too large, http at a port for https. */
export const NOT_PROCESSED = [425, 494, 497];

/** Whoever answers gave up waiting. */
export const GAVE_UP = [408, 499];

/** A page with one of these was sent in place of passing the request on. */
export const STOPPED_ON_THE_WAY = [
	...[401, 403, 404, 405, 407, 411, 413, 414, 415, 417, 421, 426, 431, 451, 511],
];
