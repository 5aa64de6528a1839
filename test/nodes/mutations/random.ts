import { Random as Numbers } from '../../lib/billing/random';

/** Choices by chance that a seed repeats. */
export class Random extends Numbers {
	/** A whole number from 0 up to, but without, `limit`. */
	below(limit: number): number {
		return this.from(0, limit - 1);
	}

	one<T>(values: readonly T[]): T {
		return values[this.below(values.length)] as T;
	}
}
