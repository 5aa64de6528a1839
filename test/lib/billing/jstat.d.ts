/** What the tests use of it; the library has no types. */
declare module 'jstat' {
	export const jStat: {
		mean(values: readonly number[]): number;
		/** The deviation of a sample, where `isSample` is true. */
		stdev(values: readonly number[], isSample: boolean): number;
		studentt: { inv(probability: number, freedom: number): number };
	};
}
