export interface ListedModel {
	id: string;
	name: string;
}

/**
 * What follows the ID of a model in the name of a product (docs/maintainers/service.md#usage-history), in words. No unit of a price is
 * among them: beside a sum, "per 1M tokens" would be read as what a million costs.
 */
const METER_WORDS: Array<[RegExp, string]> = [
	[/^input-mtoken$/, 'input tokens'],
	[/^output-mtoken$/, 'output tokens'],
	[/^cache-read-mtoken$/, 'cached input tokens'],
	[/^cache-write-mtoken$/, 'cache-writing tokens'],
	[/^(?:input-)?mchar$/, 'characters'],
	[/^audio-second$/, 'seconds'],
	[/^image$/, 'images'],
	[/^input-image$/, 'additional images'],
	[/^edit$/, 'edits'],
	[/^upscale-(\d+)x$/, '$1 times larger'],
	[/^(?:video|music|voice)$/, 'files'],
];

/**
 * A readable name for each product of the history: the name of its model in the list of the service, and what is counted. A product that
 * is none of a listed model, ends in a word that is not known, or would share its name with another one, keeps its own.
 */
export function readableProductNames(
	products: Iterable<string>,
	models: ListedModel[],
): Map<string, string> {
	const modelsByStem = models.map(({ id, name }) => ({ stem: productStemOf(id), name }));
	const names = new Map(
		[...products].map((product) => [product, readableNameOf(product, modelsByStem)]),
	);
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return new Map(
		[...names].map(([product, name]) => [product, counts.get(name) === 1 ? name : product]),
	);
}

interface ModelStem {
	stem: string;
	name: string;
}

function readableNameOf(product: string, models: ModelStem[]): string {
	const fitting = models.flatMap(({ stem, name }) => {
		if (!product.startsWith(`${stem}-`) || name.trim() === '') return [];
		const meterCode = product.slice(stem.length + 1).replace(/^llm-/, '');
		const [meter, words] = METER_WORDS.find(([pattern]) => pattern.test(meterCode)) ?? [];
		return meter === undefined || words === undefined
			? []
			: [`${name.trim()}, ${meterCode.replace(meter, words)}`];
	});
	const [only, ...others] = new Set(fitting);
	return only === undefined || others.length > 0 ? product : only;
}

/** A product has a dash where the ID of its model has a slash. */
function productStemOf(id: string): string {
	return id.replaceAll('/', '-');
}
