import type { Cost } from '../../../lib/core/cost';
import { isRecord } from '../../../lib/core/record';
import * as prices from '../../../lib/cost/operationPrices';
import { flatPrice, type PricedCall, type PriceRule } from '../../../lib/cost/operationPrices';
import { operationOf } from '../../../lib/run/operation';
import { menuEntries } from '../../nodes/parameters';
import { REGISTERED } from '../../nodes/registered';
import { modelsOf } from '../../service/models/catalogue';

const {
	priceOfChat,
	priceOfConversion,
	priceOfDecisions,
	priceOfEdit,
	priceOfEmbeddings,
	priceOfImage,
	priceOfMusic,
	priceOfSpeech,
	priceOfTranscription,
	priceOfUpscale,
} = prices;

type Json = Record<string, unknown>;
type Asked = Partial<Pick<PricedCall, 'request' | 'firstItem' | 'files'>> & { body?: Json };

const TOKENS = { promptTokens: 10, completionTokens: 5 };
const cached = { cachedTokens: 2, cacheCreationInputTokens: 3 };
const tokens = (prompt: number) => ({
	firstItem: { usage: { ...TOKENS, promptTokens: prompt, promptTokensDetails: cached } },
});
const TIERS = ['1K', '2K', '4K'].flatMap((resolution) =>
	['low', 'medium', 'high'].map((quality) => ({ request: { resolution, quality } })),
);
const LENGTHS = [1, 5, 10, 15, 30, 60, 120, 240, 600].map((duration_seconds) => ({
	request: { duration_seconds, prompt: 'A calm song' },
}));
const images = { images: ['a', 'b', 'c', 'd'] };

/** How the calls of a type of model are priced, and calls that differ in what a price may depend on. */
const CALLS: Record<string, Array<[PriceRule, Asked[]]>> = {
	text: [[priceOfChat, [tokens(10), tokens(5_000_000)]]],
	embedding: [[priceOfEmbeddings, [{ firstItem: { usage: { promptTokens: 9, totalTokens: 9 } } }]]],
	decision: [[priceOfDecisions, [{ firstItem: { usage: { inputTokens: 9, outputTokens: 9 } } }]]],
	tts: [[priceOfSpeech, [{ request: { input: 'Good morning' } }]]],
	asr: [[priceOfTranscription, [{ firstItem: { duration: 9 } }]]],
	image: [[priceOfImage, TIERS]],
	inpaint: [[priceOfEdit, TIERS.map(({ request }) => ({ request: { ...request, ...images } }))]],
	upscale: [[priceOfUpscale, [{ request: { scale: 2 } }, { request: { scale: 4 } }]]],
	music: [
		[priceOfMusic, LENGTHS],
		[priceOfConversion, [{ body: { duration_seconds: 9 } }]],
	],
};

/** Prices that no record of a model has; test/nodes/cost holds them against the ledger. */
const WITHOUT_RECORD: Array<keyof typeof prices> = [
	...(['priceOfRpc', 'priceOfVideo', 'priceOfVoice', 'priceOfWebCall', 'unknownPrice'] as const),
];

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

it('has calls for the price of every operation', () => {
	const operations = REGISTERED.flatMap(({ create }) =>
		menuEntries(create().description.properties).map(({ option }) => operationOf(option)),
	);
	const used = new Set(operations.flatMap((one) => (one && 'price' in one ? [one.price] : [])));
	const held = Object.values(CALLS).flatMap((rows) => rows.map(([price]) => price));
	const elsewhere = WITHOUT_RECORD.map((name) => prices[name]);
	const lacking = [...used].filter(
		(price) => ![...held, ...elsewhere].includes(price as PriceRule),
	);
	const names = Object.entries(prices);
	expect(
		lacking.map(
			(price) =>
				`${names.find(([, one]) => one === price)?.[0] ?? 'a price outside of operationPrices.ts'} is missing in CALLS of test/lib/cost/everyPrice.test.ts`,
		),
	).toEqual([]);
	expect(used.size).toBeGreaterThan(10);
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
