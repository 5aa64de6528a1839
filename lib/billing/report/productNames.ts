import { Big } from '../../core/decimal';
import { ZERO, type Amount } from '../amount';
import type { SpendSum } from '../tally';
import { readableRate } from './formatting';

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

/** How a product of the history is read. */
export interface ProductName {
	/** Its own: no other product has it. */
	name: string;
	/** What its model is known by, or the product itself where it belongs to none. */
	model: string;
	modelName: string;
	part?: string;
}

/**
 * A readable name for each product: the name of its model in the list of the service and what is counted, else its own name in words.
 * Where several would share a name, each is called by the product itself.
 */
export function readableProductNames(
	products: Iterable<string>,
	models: ListedModel[],
): Map<string, ProductName> {
	const modelsByStem = models.map(({ id, name }) => ({ stem: productStemOf(id), name }));
	const all = [...new Set(products)].map((product) => ({
		product,
		...(partOfListedModel(product, modelsByStem) ?? partOfUnlistedModel(product)),
	}));
	const stems = new Map(all.map(({ model, modelName }) => [model, modelName]));
	const modelNames = namesOfTheirOwn(stems);
	const parts = all.map((one) => ({ ...one, modelName: modelNames.get(one.model) ?? one.model }));
	const names = namesOfTheirOwn(
		new Map(
			parts.map(({ product, modelName, part }) => [
				product,
				part === undefined ? modelName : `${modelName}, ${part}`,
			]),
		),
	);
	return new Map(
		parts.map(({ product, ...one }) => [product, { ...one, name: names.get(product) ?? product }]),
	);
}

/** Each name where no other has it, and else what it names. */
function namesOfTheirOwn(names: Map<string, string>): Map<string, string> {
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return new Map([...names].map(([one, name]) => [one, counts.get(name) === 1 ? name : one]));
}

type PartOfModel = Pick<ProductName, 'model' | 'modelName' | 'part'>;

/** The part of a listed model that a product names; undefined where several would fit. */
function partOfListedModel(
	product: string,
	models: Array<{ stem: string; name: string }>,
): PartOfModel | undefined {
	const fitting = models.flatMap(({ stem, name }) => {
		if (!product.startsWith(`${stem}-`) || name.trim() === '') return [];
		const part = meterWords(product.slice(stem.length + 1).replace(/^llm-/, ''));
		return part === undefined ? [] : [{ model: stem, modelName: name.trim(), part }];
	});
	const [only, ...others] = fitting;
	return others.every((one) => one.modelName === only?.modelName && one.part === only.part)
		? only
		: undefined;
}

/** `web-search` is "Web search"; the ID of a model, before what is counted, stays as it is written. */
function partOfUnlistedModel(product: string): PartOfModel {
	const [, model, meterCode = ''] = UNMISTAKABLE_METER.exec(product) ?? [];
	if (model !== undefined) {
		return { model, modelName: model, part: meterWords(meterCode) ?? meterCode };
	}
	const code = product === product.toUpperCase() ? product.toLowerCase() : product;
	if (!WORDS_OF_CODE.test(code)) return { model: product, modelName: product };
	const words = code.replace(/[-_]/g, ' ').replace(INITIALISMS, (one) => one.toUpperCase());
	return { model: product, modelName: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

/** A product has a dash where the ID of its model has a slash. */
function productStemOf(id: string): string {
	return id.replaceAll('/', '-');
}

const METER =
	/-((?:input|output|cache-read|cache-write)-mtoken|(?:input-)?mchar|audio-second|(?:input-)?image|edit|video|music|voice)$/;

/** What a product counts, in words, and how many of these a unit of its price is. */
export function countedBy(product: string): { words: string; perUnit: number } {
	const [, meter = ''] = METER.exec(product) ?? [];
	const words = meterWords(meter) ?? 'units';
	return { words, perUnit: /(mtoken|mchar)$/.test(meter) ? 1_000_000 : 1 };
}

/** How much was used of products, each kind of unit separately: "40,100 characters". */
export function usedText(products: Iterable<[product: string, sum: SpendSum]>): string {
	const counts = new Map<string, Amount>();
	let entries = 0;
	for (const [product, sum] of products) {
		const { words, perUnit } = countedBy(product);
		counts.set(words, (counts.get(words) ?? ZERO).plus(sum.units.times(perUnit)));
		entries += sum.entries;
	}
	const used = [...counts].filter(([, count]) => !count.eq(0));
	if (used.length === 0) return unitText(new Big(entries), 'charges');
	const texts = used.slice(0, MAX_KINDS).map(([words, count]) => unitText(count, words));
	return [...texts, ...(used.length > MAX_KINDS ? ['…'] : [])].join(', ');
}

const MAX_KINDS = 3;

/** A number of units with their word, whole ones without places: "1 image", "40,100 characters". */
export function unitText(units: Amount, words: string): string {
	const count = readableRate(units).replace(/\.00$/, '');
	return `${count} ${units.eq(1) ? words.replace(/s$/, '') : words}`;
}

function meterWords(meterCode: string): string | undefined {
	const [meter, words] = METER_WORDS.find(([pattern]) => pattern.test(meterCode)) ?? [];
	return meter === undefined || words === undefined ? undefined : meterCode.replace(meter, words);
}
