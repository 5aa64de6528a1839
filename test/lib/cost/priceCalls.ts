import * as prices from '../../../lib/cost/operationPrices';
import type { PricedCall, PriceRule } from '../../../lib/cost/operationPrices';

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

/** What a price depends on, as far as it differs from an empty call. */
export type Asked = Partial<Pick<PricedCall, 'request' | 'firstItem' | 'files'>> & {
	body?: Record<string, unknown>;
};

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
export const CALLS: Record<string, Array<[PriceRule, Asked[]]>> = {
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
const WITHOUT_RECORD = [
	...[prices.priceOfRpc, prices.priceOfVideo, prices.priceOfVoice],
	...[prices.priceOfWebCall, prices.unknownPrice],
];

const HELD: unknown[] = [...Object.values(CALLS).flatMap((rows) => rows.map(([price]) => price))];

/** The name of a price that no test holds; undefined for one that is held. */
export function unheldPrice(price: unknown): string | undefined {
	if ([...HELD, ...WITHOUT_RECORD].includes(price)) return undefined;
	const [name] = Object.entries(prices).find(([, one]) => one === price) ?? [];
	return name ?? 'a price outside of operationPrices.ts';
}
