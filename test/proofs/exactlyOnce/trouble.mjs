export const historyPath = '/billing/usage-history';

const lookMs = 10;
const shareOfRequests = 0.2;

/** @type {readonly (() => Record<string, unknown>)[]} */
const kinds = [
	() => ({ status: 500 }),
	() => ({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' }),
	() => ({ status: 503 }),
	() => ({ cut: 'before' }),
	() => ({ cut: 'midway' }),
	() => ({ refuseCursor: true }),
	() => ({ refuseCursor: true }),
	() => ({ delayMs: 2_000 }),
];

/**
 * Makes trouble for one in five requests for the usage history, from the seed.
 * @param {{ service: any, random: import('./random.mjs').Random }} options
 */
export function startTrouble({ service, random }) {
	let seen = 0;
	let queued = 0;
	const ticker = setInterval(() => {
		const requests = service.requests(historyPath).length;
		for (; seen < requests; seen++) {
			if (!random.chance(shareOfRequests)) continue;
			const kind = kinds[Math.floor(random.next() * kinds.length)];
			service.fault({ path: historyPath, ...kind() });
			queued += 1;
		}
	}, lookMs);
	return {
		/** How many faults were queued; those that found no request are still there. */
		queued: () => queued,
		stop: () => clearInterval(ticker),
	};
}

/** How the service answered the polls. @param {any} service */
export function answersOf(service) {
	/** @type {{ status: number, query: Record<string, unknown> }[]} */
	const requests = service.requests(historyPath);
	/** @param {(request: { status: number, query: Record<string, unknown> }) => boolean} matches */
	const count = (matches) => requests.filter(matches).length;
	return {
		requests: requests.length,
		pages: count(({ status }) => status === 200),
		serverErrors: count(({ status }) => status >= 500),
		refusedCursors: count(({ status, query }) => status === 400 && query.cursor !== undefined),
		otherRefusals: count(
			({ status, query }) =>
				status >= 400 && status < 500 && !(status === 400 && query.cursor !== undefined),
		),
		withoutAnswer: count(({ status }) => status === 0),
	};
}
