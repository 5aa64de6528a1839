import type { Cost } from '../../../lib/core/cost';
import { isRecord } from '../../../lib/core/record';
import { flatPrice, type PricedCall, type PriceRule } from '../../../lib/cost/operationPrices';
import { modelsOf } from '../../service/models/catalogue';
import { type Asked, CALLS } from './priceCalls';

type Json = Record<string, unknown>;

/** What no call of the type is charged at: a tier of quality replaces that of resolution, and both the single price. */
function isUnused(type: string, pricing: Json, [schedule]: string[]): boolean {
	if (type === 'embedding') return schedule === 'output';
	if (schedule === 'resolutions') return 'quality' in pricing;
	const hasTiers = 'quality' in pricing || 'resolutions' in pricing;
	return schedule === 'inpaint' ? hasTiers : type === 'image' && schedule === 'upscale';
}

/** Where the prices stand in a list of them. */
function placesIn(pricing: unknown, place: string[] = []): string[][] {
	if (!isRecord(pricing)) return [];
	if (typeof pricing.usd === 'number') return [place];
	return Object.keys(pricing).flatMap((key) => placesIn(pricing[key], [...place, key]));
}

/** The list with one price a hundred times as high. */
function dearer(pricing: unknown, [step, ...rest]: string[]): unknown {
	const list = pricing as Json;
	if (step === undefined) return { ...list, usd: Number(list.usd) * 100 + 1 };
	return { ...list, [step]: dearer(list[step], rest) };
}

async function costs(spec: Json, type: string): Promise<string[]> {
	const calls = (CALLS[type] ?? []).flatMap(([price, asked]) => asked.map((one) => [price, one]));
	const made = (calls as Array<[PriceRule, Asked]>).map(async ([price, { body, ...asked }]) =>
		price({
			...{ request: {}, files: [], firstItem: {}, ...asked },
			answer: { body, headers: {}, namePrefix: 'service' },
			spec: async () => spec,
			quote: async () => undefined,
		}),
	);
	return (await Promise.all(made)).map((cost: Cost | null) => JSON.stringify(cost));
}

const PRICED = modelsOf('all').flatMap(({ record: { id, type, model_spec: spec } }) =>
	placesIn(spec.pricing).map((place) => ({ id, type, spec: spec as Json, place })),
);

it.each(PRICED.map((one) => [`${one.type} ${one.id} ${one.place.join('.')}`, one] as const))(
	'some call costs more where this price rises: %s',
	async (_, { type, spec, place }) => {
		const [before, after] = [
			await costs(spec, type),
			await costs({ ...spec, pricing: dearer(spec.pricing, place) }, type),
		];
		expect(after.join() === before.join()).toBe(isUnused(type, spec.pricing as Json, place));
	},
);

it('reads the prices of every type of model but those of videos, which have none in the list', () => {
	const types = [...new Set(PRICED.map(({ type }) => type as string))].sort();
	expect(types).toEqual(Object.keys(CALLS).sort());
});

it('has a call for each of them', () => {
	expect(Object.values(CALLS).flatMap((rows) => rows.filter(([, asked]) => !asked[0]))).toEqual([]);
});

it('a flat price is known exactly, whatever is asked for', async () => {
	const price = flatPrice(0.02);
	const answer = { body: {}, headers: {}, namePrefix: 'service' };
	const call = { request: { scale: 4 }, files: [], answer, firstItem: {} } as unknown as PricedCall;
	expect(await price(call)).toMatchObject({ amount: 0.02, currency: 'USD' });
	expect(price.basis?.({}, [])).toEqual({ from: 'usualPrice', accuracy: 'exact' });
	expect(price.ignoresBody).toBe(true);
});
