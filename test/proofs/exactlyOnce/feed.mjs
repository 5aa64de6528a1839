const tickMs = 200;
const latestMs = 45_000;
const shareLate = 0.1;
const shareTwins = 0.02;
/** One burst in about half a minute; larger than a page, and all of one moment. */
const burstsPerTick = tickMs / 30_000;
const burst = { least: 500, most: 1_500 };

/** @typedef {{ key: string, timestamp: string }} Recorded */

/**
 * Records entries in the local service: at a steady rate, in bursts of one moment that cross the borders of pages, late ones
 * within the settle delay, and pairs that are equal in every field.
 * @param {{ service: any, rate: number, random: import('./random.mjs').Random }} options rate: entries per second without the bursts
 */
export function startFeed({ service, rate, random }) {
	/** @type {Recorded[]} */
	const recorded = [];
	const facts = { entries: 0, late: 0, bursts: 0, largestBurst: 0, twins: 0 };
	const started = Date.now();
	let steady = 0;

	/** @param {number} at @param {string | null} requestId @param {string} notes */
	const record = (at, requestId, notes) => {
		const entry = entryAt(at, requestId, notes);
		service.record(entry);
		facts.entries += 1;
		recorded.push({ key: keyOf(entry), timestamp: entry.timestamp });
	};
	const recordOne = () => {
		const now = Date.now();
		const name = `${facts.entries}`;
		if (random.chance(shareTwins)) {
			facts.twins += 1;
			record(now, null, `twin ${name}`);
			record(now, null, `twin ${name}`);
			return 2;
		}
		const late = random.chance(shareLate);
		if (late) facts.late += 1;
		record(late ? now - random.between(1, latestMs) : now, `request-${name}`, 'API Inference');
		return 1;
	};
	const recordBurst = () => {
		const now = Date.now();
		const size = Math.round(random.between(burst.least, burst.most));
		for (let i = 0; i < size; i++) record(now, `request-${facts.entries}`, 'Batch');
		facts.bursts += 1;
		facts.largestBurst = Math.max(facts.largestBurst, size);
	};

	const ticker = setInterval(() => {
		const due = ((Date.now() - started) / 1000) * rate;
		while (steady < due) steady += recordOne();
		if (random.chance(burstsPerTick)) recordBurst();
	}, tickMs);

	return {
		recorded,
		facts,
		stop: () => clearInterval(ticker),
	};
}

/** @typedef {ReturnType<typeof startFeed>} Feed */

/** What an entry is told by: twins have one key. @param {{ timestamp: string, notes: string, inferenceDetails: { requestId: string } | null }} entry */
export const keyOf = ({ timestamp, notes, inferenceDetails }) =>
	`${timestamp} ${inferenceDetails?.requestId ?? notes}`;

/** @param {number} at @param {string | null} requestId @param {string} notes */
function entryAt(at, requestId, notes) {
	return {
		timestamp: new Date(at).toISOString(),
		sku: 'text-basic-input-mtoken',
		units: 0.001,
		pricePerUnitUsd: 0.5,
		amount: -0.0005,
		currency: 'USD',
		notes,
		inferenceDetails: requestId && {
			requestId,
			inferenceExecutionTime: 120,
			promptTokens: 1_000,
			completionTokens: null,
		},
	};
}
