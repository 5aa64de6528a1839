/** A model as the service lists it. */
export interface NamedModel {
	id: string;
	name: string;
}

/**
 * What follows the ID of a model in the name of a product (docs/maintainers/service.md#usage-history), in words. No unit of a price is
 * among them: beside a sum, "per 1M tokens" would be read as what a million costs.
 */
const METERS: Array<[RegExp, string]> = [
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
export function productNames(
	products: Iterable<string>,
	models: NamedModel[],
): Map<string, string> {
	const named = models.map(({ id, name }) => ({ stem: stemOf(id), name }));
	const names = new Map([...products].map((product) => [product, nameOf(product, named)]));
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return new Map(
		[...names].map(([product, name]) => [product, counts.get(name) === 1 ? name : product]),
	);
}

interface Stem {
	stem: string;
	name: string;
}

function nameOf(product: string, models: Stem[]): string {
	const fitting = models.flatMap(({ stem, name }) => {
		if (!product.startsWith(`${stem}-`) || name.trim() === '') return [];
		const rest = product.slice(stem.length + 1).replace(/^llm-/, '');
		const [meter, words] = METERS.find(([pattern]) => pattern.test(rest)) ?? [];
		return meter === undefined || words === undefined
			? []
			: [`${name.trim()}, ${rest.replace(meter, words)}`];
	});
	const [only, ...others] = new Set(fitting);
	return only === undefined || others.length > 0 ? product : only;
}

/** A product has a dash where the ID of its model has a slash. */
function stemOf(id: string): string {
	return id.replaceAll('/', '-');
}
