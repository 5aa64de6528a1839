import { clock } from '../../core/clock';
import { Limit } from './limit';
import { allowances, PROBE_MS } from '../errors/rateHeaders';
import { Tokens } from './tokens';

const RPC = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/maintainers/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;
/** So many failures in a row may be chance; after more, calls ask one at a time and less and less often whether the service is up again. */
const CHANCE = 3;
const FIRST_OUTAGE_MS = 1_000;
const LONGEST_OUTAGE_MS = 15_000;

/** The calls of one account that count against one limit. */
export class Bucket {
	readonly limit: Limit;
	private readonly tokens = new Tokens();
	/** How many calls may be in flight at once. */
	readonly most: number;
	inFlight = 0;
	private pausedUntil = Number.NEGATIVE_INFINITY;
	/** When one call finds out whether the pause was right. */
	private probeAt = 0;
	private failures = 0;
	private failedAt = 0;

	/** `processes`: how many share the limit, where the credential states it. */
	constructor(key: string, processes?: number) {
		this.limit = key === RPC ? new Limit(RPC_PER_MINUTE) : new Limit(undefined, processes);
		this.most = key === RPC ? 1 : Number.POSITIVE_INFINITY;
	}

	/** Whether a new one would know as much. */
	get isIdle(): boolean {
		const isPaused = this.pausedUntil > clock.steady();
		return this.inFlight === 0 && !isPaused && this.limit.isIdle;
	}

	/** Counts a call that is sent now; returns the function that takes the headers of its answer, and whether that refuses the call for a limit. */
	send(): (headers: Record<string, unknown>, isRefusal?: boolean) => void {
		const learn = this.limit.send();
		const now = clock.steady();
		const isProbe = this.pausedUntil > now;
		this.probeAt = now + PROBE_MS;
		return (headers, isRefusal = false) => {
			if (isProbe && !isRefusal) this.pausedUntil = Number.NEGATIVE_INFINITY;
			const { requests, tokens } = allowances(headers);
			// Used up tokens say nothing against the number of calls, unless that is used up too.
			const isOther = isRefusal && tokens.left === 0 && requests.left !== 0;
			learn(requests, isRefusal && !isOther, isOther);
			this.tokens.learn(tokens);
		};
	}

	/** Sends nothing for so long, after a refusal; of a long pause, one call in a window finds out whether it was right. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, clock.steady() + ms);
		this.probeAt = clock.steady() + PROBE_MS;
	}

	/** Notes whether the service is up, as far as the end of a call says. */
	note(isUp: boolean): void {
		this.failures = isUp ? 0 : this.failures + 1;
		this.failedAt = clock.steady();
	}

	/** Milliseconds until the end of the pause that a refusal has named. */
	paused(): number {
		const now = clock.steady();
		return now >= this.probeAt ? 0 : this.pausedUntil - now;
	}

	/** Milliseconds until one more call may be sent; Infinity when only the end of another call can say. */
	delay(): number {
		return Math.max(
			this.limit.delay(this.inFlight),
			this.tokens.delay(this.inFlight),
			this.outage(),
		);
	}

	private outage(): number {
		if (this.failures < CHANCE) return 0;
		if (this.inFlight > 0) return Number.POSITIVE_INFINITY;
		const ms = Math.min(LONGEST_OUTAGE_MS, FIRST_OUTAGE_MS * 2 ** (this.failures - CHANCE));
		return this.failedAt + ms - clock.steady();
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
