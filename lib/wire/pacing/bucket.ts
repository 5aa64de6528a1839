import { Limit } from './limit';
import { allowances } from '../errors/rateHeaders';
import { Pause } from './pause';
import { Tokens } from './tokens';

const RPC_BUCKET = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/maintainers/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;

/** The calls of one account that count against one limit. */
export class Bucket {
	readonly limit: Limit;
	private readonly tokenLimit = new Tokens();
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
