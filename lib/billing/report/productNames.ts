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

/** Those that say what they are without the ID of a listed model before them. */
const UNMISTAKABLE_METER =
	/^(.+?)-(?:llm-)?((?:(?:in|out)put|cache-(?:read|write))-mtoken|(?:input-)?mchar|audio-second)$/;

/** Lower or upper case, with dashes or underscores: what is written otherwise is no code, and stays as it is. */
const WORDS_OF_CODE = /^(?=.*[a-z])[a-z0-9.]+(?:[-_][a-z0-9.]+)*$/;
const INITIALISMS = /\b(?:ai|api|asr|pdf|rpc|stt|tts|url)\b/g;

/**
 * A readable name for each product of the history: the name of its model in the list of the service and what is counted, else its own
 * name in words. Where several would share a name, each takes the next one that is its own, at last the product itself.
 */
export function readableProductNames(
	products: Iterable<string>,
	models: ListedModel[],
): Map<string, string> {
	const all = [...new Set(products)];
	const modelsByStem = models.map(({ id, name }) => ({ stem: productStemOf(id), name }));
	const modelNames = namesOfTheirOwn(all, (product) => readableNameOf(product, modelsByStem));
	return namesOfTheirOwn(all, (product) => {
		const name = modelNames.get(product) ?? product;
		return name === product ? inWords(product) : name;
	});
}

/** The name of each product that no other has; the product itself where one has it. */
function namesOfTheirOwn(products: string[], nameOf: (product: string) => string) {
	const names = new Map(products.map((product) => [product, nameOf(product)]));
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return new Map(
		[...names].map(([product, name]) => [product, counts.get(name) === 1 ? name : product]),
	);
}

/** `web-search` is "Web search"; the ID of a model, before what is counted, stays as it is written. */
function inWords(product: string): string {
	const [, model, meterCode = ''] = UNMISTAKABLE_METER.exec(product) ?? [];
	if (model !== undefined) return `${model}, ${meterWords(meterCode) ?? meterCode}`;
	const code = product === product.toUpperCase() ? product.toLowerCase() : product;
	if (!WORDS_OF_CODE.test(code)) return product;
	const words = code.replace(/[-_]/g, ' ').replace(INITIALISMS, (one) => one.toUpperCase());
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

interface ModelStem {
	stem: string;
	name: string;
}

function readableNameOf(product: string, models: ModelStem[]): string {
	const fitting = models.flatMap(({ stem, name }) => {
		if (!product.startsWith(`${stem}-`) || name.trim() === '') return [];
		const meterCode = product.slice(stem.length + 1).replace(/^llm-/, '');
		const words = meterWords(meterCode);
		return words === undefined ? [] : [`${name.trim()}, ${words}`];
	});
	const [only, ...others] = new Set(fitting);
	return only === undefined || others.length > 0 ? product : only;
}

/** A product has a dash where the ID of its model has a slash. */
function productStemOf(id: string): string {
	return id.replaceAll('/', '-');
}

/** What is counted, in words. */
function meterWords(meterCode: string): string | undefined {
	const [meter, words] = METER_WORDS.find(([pattern]) => pattern.test(meterCode)) ?? [];
	return meter === undefined || words === undefined ? undefined : meterCode.replace(meter, words);
}
