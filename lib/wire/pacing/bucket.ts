import { clock } from '../../core/clock';
import { Limit } from './limit';
import { allowances } from '../errors/rateHeaders';
import { Pause } from './pause';
import { Tokens } from './tokens';

const RPC_BUCKET = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/maintainers/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;
/** So many failures in a row may be chance; after more, calls ask one at a time and less and less often whether the service is up again. */
const FAILURES_BY_CHANCE = 3;
const FIRST_OUTAGE_MS = 1_000;
const LONGEST_OUTAGE_MS = 15_000;

/** The calls of one account that count against one limit. */
export class Bucket {
	readonly limit: Limit;
	private readonly tokenLimit = new Tokens();
	/** How many calls may be in flight at once. */
	readonly maxInFlight: number;
	inFlight = 0;
	/** How long its refusals hold it back. */
	readonly pause = new Pause();
	private failuresInRow = 0;
	private lastEndAt = 0;

	/** `processes`: how many share the limit, where the credential states it. */
	constructor(key: string, processes?: number) {
		this.limit = key === RPC_BUCKET ? new Limit(RPC_PER_MINUTE) : new Limit(undefined, processes);
		this.maxInFlight = key === RPC_BUCKET ? 1 : Number.POSITIVE_INFINITY;
	}

	/** Whether a new one would know as much. */
	get isForgettable(): boolean {
		return this.inFlight === 0 && this.pause.leftMs <= 0 && this.limit.isForgettable;
	}

	/** Counts a call that is sent now; returns the function that takes the headers of its answer, and whether that refuses the call for a limit. */
	recordSent(): (headers: Record<string, unknown>, isRefusal?: boolean) => void {
		const learnRequests = this.limit.recordSent();
		return (headers, isRefusal = false) => {
			const { requests, tokens } = allowances(headers);
			// Used up tokens say nothing against the number of calls, unless that is used up too.
			const isOtherLimit = isRefusal && tokens.left === 0 && requests.left !== 0;
			learnRequests(requests, isRefusal && !isOtherLimit, isOtherLimit);
			this.tokenLimit.learn(tokens);
		};
	}

	/** Notes whether the service is up, as far as the end of a call says. */
	noteServiceUp(isUp: boolean): void {
		this.failuresInRow = isUp ? 0 : this.failuresInRow + 1;
		this.lastEndAt = clock.steady();
	}

	/** Milliseconds until one more call may be sent; Infinity when only the end of another call can say. */
	delayMs(): number {
		return Math.max(
			this.limit.delayMs(this.inFlight),
			this.tokenLimit.delay(this.inFlight),
			this.outageDelayMs(),
		);
	}

	private outageDelayMs(): number {
		if (this.failuresInRow < FAILURES_BY_CHANCE) return 0;
		if (this.inFlight > 0) return Number.POSITIVE_INFINITY;
		const ms = Math.min(
			LONGEST_OUTAGE_MS,
			FIRST_OUTAGE_MS * 2 ** (this.failuresInRow - FAILURES_BY_CHANCE),
		);
		return this.lastEndAt + ms - clock.steady();
	}
}

/**
 * What an operation names as the rate limit that its requests count against. Each text model has a limit of its own, images share
 * one, and so do audio and JSON-RPC; any other address counts alone (docs/maintainers/service.md#rate-limits).
 */
export type BucketName = 'text' | 'image' | 'audio' | 'rpc' | `/${string}`;

/** The name under which a request is counted: that of its bucket and, for text, of the model in its body. */
export function bucketKey(bucket: BucketName, body: unknown): string {
	return bucket === 'text' ? `text ${modelName(body)}` : bucket;
}

/** The model without the parameters that may follow its name (docs/maintainers/service.md#model-names). */
function modelName(body: unknown): string {
	const { model } = Object(body) as { model?: unknown };
	return typeof model === 'string' ? (model.split(':')[0] ?? '') : '';
}
