import { Bucket } from './bucket';

/** Models that do not exist have a bucket too, and an expression can name any number of them. */
const MANY = 200;

/** The buckets of one account. */
export class Buckets {
	private readonly buckets = new Map<string, Bucket>();

	/** `processes`: how many share the account, where its credential states it. */
	constructor(private readonly processes?: number) {}

	/** The bucket of this key, as `bucketKey` names it. */
	of(key: string): Bucket {
		const known = this.buckets.get(key);
		if (known !== undefined) return known;
		if (this.buckets.size >= MANY) {
			for (const [other, known] of this.buckets) if (known.isIdle) this.buckets.delete(other);
		}
		const bucket = new Bucket(key, this.processes);
		this.buckets.set(key, bucket);
		return bucket;
	}

	/** The largest number of processes that any of the limits is shared by. */
	get callers(): number {
		return Math.max(1, ...[...this.buckets.values()].map(({ callers }) => callers));
	}

	/** How many calls all the limits that are known allow per minute; Infinity where none is. */
	get perMinute(): number {
		const limits = [...this.buckets.values()].flatMap(({ limit }) => limit ?? []);
		return limits.length === 0 ? Infinity : limits.reduce((sum, limit) => sum + limit);
	}
}
