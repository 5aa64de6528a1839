import { CURRENCIES, type UsageEntry } from './entry';

export interface HistoryOptions {
	entries: number;
	from: string;
	stepMs: number;
}

/** A history of any size that takes no memory: entry i is a function of the seed and of i. */
export interface SeededHistory {
	length: number;
	timeOf(index: number): number;
	entryAt(index: number): UsageEntry;
}

/**
 * Slots of the ten entries of a block, shifted by two, so that the entries at the borders of all pages
 * whose size is a multiple of ten share one timestamp.
 */
const SLOTS = [0, 1, 1, 1, 4, 5, 5, 7, 8, 9] as const;

const NOTES = [
	'API Inference',
	'API Inference, "batch" run',
	'Night job\nsecond line, with a comma',
	'Zusätzliche Anfrage ✓',
] as const;

export function seededHistory(seed: number, options: HistoryOptions): SeededHistory {
	const start = Date.parse(options.from);
	if (Number.isNaN(start)) throw new Error(`history.from is no date: ${options.from}`);
	const timeOf = (index: number) => {
		const shifted = index + 2;
		const slot = SLOTS[shifted % 10] ?? 0;
		return Math.floor(start + options.stepMs * (shifted - (shifted % 10) + slot - 1));
	};
	return {
		length: options.entries,
		timeOf,
		entryAt: (index) => ({
			timestamp: new Date(timeOf(index)).toISOString(),
			...line(seed, index),
		}),
	};
}

function line(seed: number, index: number): Omit<UsageEntry, 'timestamp'> {
	const pick = numbers(seed, index);
	const base = {
		currency: CURRENCIES[Math.floor(pick() * 3)] ?? 'USD',
		notes: NOTES[Math.floor(pick() ** 3 * NOTES.length)] ?? NOTES[0],
	};
	const requestId = `req-${seed}-${index}`;
	const time = 100 + Math.floor(pick() * 4_000);
	const tokens = 1 + Math.floor(pick() * 3_000);
	switch (Math.floor(pick() * 6)) {
		case 0:
		case 1: {
			const inferenceDetails = details(requestId, time, tokens, Math.ceil(tokens / 3));
			return { ...base, ...priced('text-basic-input-mtoken', 0.5, tokens / 1e6), inferenceDetails };
		}
		case 2: {
			const inferenceDetails = details(requestId, time, tokens, Math.ceil(tokens / 3));
			const units = Math.ceil(tokens / 3) / 1e6;
			return { ...base, ...priced('text-basic-output-mtoken', 2, units), inferenceDetails };
		}
		case 3: {
			const inferenceDetails = details(requestId, time, null, null);
			return { ...base, ...priced('tts-basic-input-mchar', 4, tokens / 1e6), inferenceDetails };
		}
		case 4: {
			const inferenceDetails = details(requestId, null, null, null);
			return { ...base, ...priced('image-basic-image', 0.01, 1), inferenceDetails };
		}
		default:
			return { ...base, ...priced('web-search', 0.01, 1), inferenceDetails: null };
	}
}

function priced(sku: string, pricePerUnitUsd: number, units: number) {
	return { sku, pricePerUnitUsd, units, amount: -Number((units * pricePerUnitUsd).toFixed(10)) };
}

function details(
	requestId: string,
	inferenceExecutionTime: number | null,
	promptTokens: number | null,
	completionTokens: number | null,
) {
	return { requestId, inferenceExecutionTime, promptTokens, completionTokens };
}

/** Numbers from 0 to 1 that depend on the seed and the index only (mulberry32). */
function numbers(seed: number, index: number): () => number {
	let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
