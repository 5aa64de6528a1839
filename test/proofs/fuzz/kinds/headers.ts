import fc from 'fast-check';

import { answerFromResponse } from '../../../../lib/core/answer';
import { clock } from '../../../../lib/core/clock';
import { costFromUsd } from '../../../../lib/core/cost';
import { logDeprecation, responseMetadata } from '../../../../lib/wire/responseMetadata';
import { Bucket } from '../../../../lib/wire/pacing/bucket';
import { allowances, retryAfter } from '../../../../lib/wire/errors/rateHeaders';
import { retryDelay } from '../../../../lib/wire/errors/retryDelay';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { oddText } from '../values';

interface Case {
	/** The headers of answers that come one after another. */
	answers: Array<Record<string, string | number>>;
	/** Milliseconds between them. */
	apart: number;
	status: number;
}

const silent = { logger: { warn: () => undefined } as never };
const NOW = Date.parse('2026-03-01T00:00:00Z');
const LONGEST_MS = 90_000_000;
/** A window that is named lasts 75 s at most. */
const LONGEST_WAIT_MS = 76_000;
const NAMES = [
	...['retry-after', 'date', 'cf-ray', 'x-service-version', 'x-service-model-id'],
	...['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests'],
	...['x-ratelimit-reset-requests', 'x-ratelimit-limit-tokens', 'x-ratelimit-remaining-tokens'],
	...['x-ratelimit-reset-tokens', 'x-ratelimit-limit', 'x-ratelimit-remaining'],
	...['x-ratelimit-reset', 'x-ratelimit-type', 'x-service-balance-usd', 'x-service-balance-diem'],
	...['x-balance-remaining', 'x-service-deprecated', 'x-service-model-deprecation-date'],
];
const VALUES = [
	...['0', '1', '20', '60', '-5', '0.5', '1e9', '1e308', '-1e308', 'Infinity', '1e400', '007'],
	...[String(NOW / 1000 + 30), String(NOW + 30_000), String(NOW / 1000 - 5), '8640000000001'],
	...['Sun, 01 Mar 2026 00:00:30 GMT', 'Sun, 01 Mar 2099 00:00:00 GMT', 'Thu, 01 Jan 1970', 'true'],
];

const cases: fc.Arbitrary<Case> = fc.record({
	answers: fc.array(
		fc.dictionary(
			fc.constantFrom(...NAMES),
			fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...VALUES) }, fc.integer(), oddText),
			{ maxKeys: 9, noNullPrototype: true },
		),
		{ minLength: 1, maxLength: 4 },
	),
	apart: fc.constantFrom(0, 1, 1_000, 60_000, 90_000_000),
	status: fc.constantFrom(200, 429, 500, 503),
});

async function check({ answers, apart, status }: Case): Promise<string> {
	const real = { ...clock };
	let now = NOW;
	Object.assign(clock, { now: () => now, steady: () => now - NOW });
	try {
		const bucket = new Bucket('/chat/completions');
		let waits = false;
		for (const raw of answers) {
			const headers = redact.value(raw) as Record<string, unknown>;
			const { value: delay = Number.NaN } = await attempt(() => {
				bucket.recordSent()(headers);
				bucket.inFlight = 3;
				return bucket.delayMs();
			});
			must(delay <= LONGEST_WAIT_MS, 'a call that nothing refused waits no longer than a window');
			waits ||= delay > 0;
			await one(headers, status);
			now += apart;
		}
		return waits ? 'waits' : 'goes at once';
	} finally {
		Object.assign(clock, real);
	}
}

async function one(headers: Record<string, unknown>, status: number): Promise<void> {
	const after = retryAfter(headers);
	must(after >= 0 && after <= LONGEST_MS, 'Retry-After is a wait of a day at most');
	for (const { left, limit, resetMs } of Object.values(allowances(headers))) {
		const numbers = [left, limit, resetMs].filter((number) => number !== undefined);
		must(numbers.every(Number.isFinite), 'a limit is a number');
	}
	const failure = { kind: 'refused', status, headers } as const;
	const delay = retryDelay({ failure, attempt: 1, random: 1, repeatable: false });
	must(delay === undefined || (delay >= 0 && delay <= LONGEST_MS + 60_000), 'a wait has an end');
	const response = { statusCode: 200, headers: headers as never, body: {} };
	const answer = answerFromResponse(response, 'service', true);
	const { value } = await attempt(() => [
		responseMetadata(answer),
		logDeprecation(silent, 'Chat', answer),
	]);
	must(
		value !== undefined && finite(value),
		'every number among the facts is one that JSON can hold',
	);
	const cost = costFromUsd(0.1, answer, false);
	must(cost !== null && cost.amount === 0.1, 'no header changes what a call costs');
}

function finite(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	return typeof value !== 'object' || value === null || Object.values(value).every(finite);
}

export const headers: Fuzzer<Case> = { name: 'headers', runs: 4_000, cases, check };
