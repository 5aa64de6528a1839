import { Random } from '../random';

/** A usage entry as the wire has it. */
export interface WireEntry {
	amount: number;
	currency: string;
	inferenceDetails: {
		completionTokens: number | null;
		inferenceExecutionTime: number | null;
		promptTokens: number | null;
		requestId: string;
	} | null;
	notes: string;
	pricePerUnitUsd: number;
	sku: string;
	timestamp: string;
	units: number;
}

export interface HistoryWish {
	seed: number;
	/** About how many entries there are. */
	entries: number;
	/** Unix ms. */
	from: number;
	to: number;
	/** Moments that have an entry of their own, and one a millisecond before. */
	moments: number[];
}

const CURRENCIES = ['USD', 'USD', 'DIEM', 'BUNDLED_CREDITS'];

/** A history in order of time, the same for the same wish: calls of up to three entries, refunds, amounts with few and with many digits. */
export function* seededHistory(wish: HistoryWish): Generator<WireEntry> {
	const random = new Random(wish.seed);
	const calls = Math.ceil(wish.entries / 1.7);
	const step = (wish.to - wish.from) / calls;
	const moments = [...new Set(wish.moments.flatMap((at) => [at - 1, at]))].sort((a, b) => a - b);
	let next = 0;
	for (let call = 0; call < calls; call++) {
		const begin = Math.floor(wish.from + call * step);
		for (; (moments[next] ?? Infinity) <= begin; next++) {
			yield one(random, moments[next] ?? 0, `edge-${wish.seed}-${next}`);
		}
		const at = begin + Math.floor(random.next() * Math.min(step / 4, 60_000));
		if (at < (moments[next] ?? Infinity)) yield* callAt(random, at, step, `${wish.seed}-${call}`);
	}
}

function* callAt(random: Random, at: number, step: number, id: string): Generator<WireEntry> {
	if (random.chance(0.35)) {
		yield one(random, at, id);
		return;
	}
	const model = `text-${random.from(1, 6)}`;
	const prompt = random.from(1, 9000);
	const completion = random.from(0, 3000);
	const currency = pick(random, CURRENCIES);
	const details = {
		requestId: `req-${id}`,
		inferenceExecutionTime: random.chance(0.8) ? random.from(1, 9000) : null,
		promptTokens: random.chance(0.95) ? prompt : null,
		completionTokens: random.chance(0.95) ? completion : null,
	};
	const later = () => at + Math.floor(random.next() * Math.min(step / 4, 3000));
	const kinds: Array<[string, number]> = [
		['input', prompt],
		['output', completion],
		...(random.chance(0.1) ? ([['cache-read', prompt]] as Array<[string, number]>) : []),
	];
	const times = [at, later(), later()].sort((a, b) => a - b);
	for (const [index, [kind, tokens]] of kinds.entries()) {
		yield {
			...line(random, `${model}-${kind}-mtoken`, tokens / 1e6, times[index] ?? at),
			// A call may use up one currency and go on in another.
			currency: random.chance(0.05) ? pick(random, CURRENCIES) : currency,
			inferenceDetails: details,
		};
	}
}

/** An entry that stands alone: a search, a picture, or money that is paid back. */
function one(random: Random, at: number, id: string): WireEntry {
	const sku = pick(random, [
		'web-search',
		'image-1',
		`rare-${random.from(1, 20)}`,
		'a "quoted", sku',
	]);
	const entry = line(random, sku, random.from(1, 4), at);
	const details = { completionTokens: null, inferenceExecutionTime: null, promptTokens: null };
	return {
		...entry,
		amount: random.chance(0.2) ? -entry.amount : entry.amount,
		inferenceDetails: random.chance(0.5) ? { ...details, requestId: `req-${id}` } : null,
	};
}

function line(random: Random, sku: string, units: number, at: number): WireEntry {
	const pricePerUnitUsd = pick(random, [0.1, 0.07, 1.15, 2.5, 0.000_3]);
	const rough = units * pricePerUnitUsd;
	const amounts = [rough, Number(rough.toFixed(6)), 1e-7, 3e-12, 0, 12_345.678_901 * units, 0.1];
	return {
		// Most as floating arithmetic leaves them, with up to seventeen digits.
		amount: 0 - (random.chance(0.6) ? rough : pick(random, amounts)),
		currency: pick(random, CURRENCIES),
		inferenceDetails: null,
		notes: 'API Inference',
		pricePerUnitUsd,
		sku,
		timestamp: new Date(at).toISOString(),
		units,
	};
}

function pick<T>(random: Random, values: T[]): T {
	return values[random.from(0, values.length - 1)] as T;
}
