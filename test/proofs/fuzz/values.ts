import fc from 'fast-check';

import { planted } from './secrets';

/** Texts that were trouble to somebody: names of objects, numbers that are none, mark-up, formulas, control characters. */
const ODD_TEXTS = [
	...['', ' ', '0', '-1', '1e400', '-1e40000', '5e-324', 'NaN', 'Infinity', '0x10', '١٢', '1,5'],
	...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'null', 'true'],
	...['<x-planted>', '<!channel>', '<title', '&amp;', '=cmd()', '+1', '@SUM(A1)', "'", '"', '`'],
	...['\r\n', '\u0000', '\u202e', '\ufeff', '\ud800', '😀', '%00', '%', '../../etc/passwd', '\\'],
	...['[DONE]', 'data:', '{"a":', '2026-03-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '1970'],
	...['9'.repeat(400), 'a'.repeat(3000)],
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
	{ weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
	{ weight: 1, arbitrary: planted },
);

const scalar: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: oddText },
	{
		weight: 3,
		arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, 1e-7),
	},
	{ weight: 1, arbitrary: fc.integer() },
);

/** Objects may own any name, `__proto__` too, as parsed JSON may. */
const objectOf = (inner: fc.Arbitrary<unknown>) =>
	fc
		.array(fc.tuple(oddText, inner), { maxLength: 4 })
		.map((entries): unknown => Object.fromEntries(entries));

/** Any JSON, small; among it what looks like an object and cannot be made text. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
	{ depthSize: 'small', withCrossShrink: true },
	{ weight: 6, arbitrary: scalar },
	{ weight: 1, arbitrary: fc.constantFrom<unknown>({}, [], { toString: 1 }, [{ toString: 'x' }]) },
	{ weight: 2, arbitrary: objectOf(scalar) },
	{ weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
	{ weight: 1, arbitrary: objectOf(objectOf(fc.array(scalar, { maxLength: 2 }))) },
);

/** Honest values with up to three places, at any depth, removed, doubled or replaced. */
export function nearly(honest: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const change = fc.record({
		place: fc.nat({ max: 60 }),
		how: fc.constantFrom('replace', 'replace', 'replace', 'leave out', 'repeat'),
		by: json,
	});
	return fc
		.tuple(honest, fc.array(change, { maxLength: 3 }))
		.map(([value, changes]) => changes.reduce(changed, structuredClone(value)));
}

type Change = { place: number; how: string; by: unknown };

function changed(whole: unknown, { place, how, by: given }: Change): unknown {
	const by = structuredClone(given);
	const places = placesIn(whole);
	const [holder, key] = places[place % (places.length + 1)] ?? [];
	if (holder === undefined || key === undefined) return how === 'replace' ? by : whole;
	const list = Array.isArray(holder) ? holder : undefined;
	const own = holder as Record<string | number, unknown>;
	if (how === 'replace') {
		Object.defineProperty(own, key, {
			value: by,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	} else if (how === 'leave out') {
		if (list === undefined) delete own[key];
		else list.splice(Number(key), 1);
	} else {
		list?.push(structuredClone(list[Number(key)]));
	}
	return whole;
}

/** Every value inside another, as its holder and its key. */
function placesIn(value: unknown): Array<[object, string | number]> {
	if (typeof value !== 'object' || value === null) return [];
	const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
	return keys.flatMap((key): Array<[object, string | number]> => [
		[value, key],
		...placesIn((value as Record<string | number, unknown>)[key]),
	]);
}

/** Bytes in base64, as the corpus takes them, cut where the numbers say; later cuts that overlap are left out. */
export function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
	const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

export const cuts: fc.Arbitrary<number[]> = fc.array(fc.nat({ max: 5000 }), { maxLength: 8 });
