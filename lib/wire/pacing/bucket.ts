import { Limit } from './limit';
import { clock } from '../../core/clock';
import {
	allowances,
	LONGEST_WINDOW_MS,
	MARGIN_MS,
	SAME_MS,
	type Allowance,
} from '../errors/rateHeaders';
import { Pause } from './pause';

const RPC_BUCKET = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/maintainers/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;

/** What answers leave of a limit in tokens, and what a call takes of it on average (docs/maintainers/service.md#rate-limits). */
class TokenLimit {
	private endsAt = Number.NEGATIVE_INFINITY;
	private left = 0;
	/** What the first answer of the window left, and how many came after it. */
	private first = 0;
	private answers = 0;

	learn({ left, resetMs }: Allowance): void {
		if (left === undefined || resetMs === undefined || resetMs > LONGEST_WINDOW_MS) return;
		const endsAt = clock.steady() + resetMs;
		if (endsAt < this.endsAt - SAME_MS) return;
		if (endsAt > this.endsAt + SAME_MS) {
			this.endsAt = endsAt;
			this.first = this.left = left;
			this.answers = 0;
			return;
		}
		this.left = Math.min(this.left, left);
		this.answers++;
	}

	/** Milliseconds until one more call fits, beside those in flight. */
	delay(inFlight: number): number {
		const until = this.endsAt + MARGIN_MS - clock.steady();
		if (until <= 0) return 0;
		const perCall = (this.first - this.left) / Math.max(1, this.answers);
		const fits = this.left > perCall * (inFlight + 1);
		return fits || (inFlight === 0 && this.left > 0) ? 0 : until;
	}
}

/** The calls of one account that count against one limit. */
export class Bucket {
	readonly limit: Limit;
	private readonly tokenLimit = new TokenLimit();
	/** How many calls may be in flight at once. */
	readonly maxInFlight: number;
	inFlight = 0;
	/** How long its refusals hold it back. */
	readonly pause = new Pause();

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

	/** Milliseconds until one more call may be sent; Infinity when only the end of another call can say. */
	delayMs(): number {
		return Math.max(this.limit.delayMs(this.inFlight), this.tokenLimit.delay(this.inFlight));
	}
}

/**
 * What an operation names as the rate limit that its requests count against. Each text model has a limit of its own, images share
 * one, and so do audio and JSON-RPC; any other address counts alone (docs/maintainers/service.md#rate-limits).
 */
export type BucketName = 'text' | 'image' | 'audio' | 'rpc' | `/${string}`;

/** The name under which a request is counted: that of its bucket and, for text, of the model in its body. */
export function bucketKey(bucket: BucketName, body: unknown): string {
	return bucket === 'text' ? modelKey(bucket, body) : bucket;
}

/** The name of the model that a request goes to, whichever limit it shares: without the parameters that may follow it (docs/maintainers/service.md#model-names). */
export function modelKey(bucket: BucketName, body: unknown): string {
	const { model, modelId = model } = Object(body) as { model?: unknown; modelId?: unknown };
	return `${bucket} ${typeof modelId === 'string' ? (modelId.split(':')[0] ?? '') : ''}`;
}
