import { readableProductNames } from '../../../../lib/billing/report/productNames';
import { madePage } from './page';

const models = [
	{ id: 'voice', name: 'Voice' },
	{ id: 'voice-small', name: 'Speech Small' },
	{ id: 'maker/chat-1.5', name: 'Chat 1.5' },
	{ id: 'twin-a', name: 'Twin' },
	{ id: 'twin-b', name: 'Twin' },
	{ id: 'nameless', name: ' ' },
];

it.each([
	['voice-small-input-mchar', 'Speech Small, characters'],
	['maker-chat-1.5-input-mtoken', 'Chat 1.5, input tokens'],
	['maker-chat-1.5-llm-output-mtoken', 'Chat 1.5, output tokens'],
	['maker-chat-1.5-cache-read-mtoken', 'Chat 1.5, cached input tokens'],
	['voice-upscale-4x', 'Voice, 4 times larger'],
	['voice-image', 'Voice, images'],
])('%s is read as "%s"', (product, name) => {
	expect(readableProductNames([product], models).get(product)?.name).toBe(name);
});

it.each([
	['is of no model', 'web-search', 'Web search'],
	['is of no listed model', 'maker-chat-0.9-llm-input-mtoken', 'maker-chat-0.9, input tokens'],
	[
		'is of a model that is not listed, whose name starts like that of one',
		'voice-large-input-mchar',
		'voice-large, characters',
	],
	['ends in an unknown word', 'voice-small-loops', 'Voice small loops'],
	['is the ID of a model alone', 'voice-small', 'Voice small'],
	['is of a model without a name', 'nameless-image', 'Nameless image'],
	['has a word of initials', 'rpc-credit', 'RPC credit'],
	['is written in upper case', 'PDF_PAGES', 'PDF pages'],
])('a product that %s is read in words', (_what, product, name) => {
	expect(readableProductNames([product], models).get(product)?.name).toBe(name);
});

it.each([
	['is nothing', ''],
	['is a number', '2026-01'],
	['is no code', 'Speech, basic (per call)'],
	['has mark-up', '<b>&`*'],
	['is written in two ways', 'webSearch-Basic'],
	['is of other letters', 'поиск-веб'],
])('a product that %s keeps its own name', (_what, product) => {
	expect(readableProductNames([product], models).get(product)?.name).toBe(product);
});

it('keeps products apart that would share a name', () => {
	const named = (products: string[]) =>
		[...readableProductNames(products, models).values()].map(({ name }) => name);
	expect(named(['twin-a-image', 'twin-b-image'])).toEqual(['twin-a, images', 'twin-b, images']);
	expect(named(['web-search', 'web_search'])).toEqual(['web-search', 'web_search']);
});

const at = '2026-10-25T10:00:00Z';
const now = '2026-10-26T06:00:00Z';

it('a page shows the product of the history small below its name, and the name alone in the chart', () => {
	const [product, name] = ['voice-small-input-mchar', 'Speech Small, characters'];
	const entries = [product, 'web-search'].map((sku) => ({
		...{ amount: -1, currency: 'USD', sku, units: 1, timestamp: at },
	}));
	const names = readableProductNames([product, 'web-search'], models);
	const { report, charts, html } = madePage({ entries, zone: 'UTC', now, names });
	expect(report.byProduct).toMatchObject([
		{ product, name },
		{ product: 'web-search', name: 'Web search' },
	]);
	expect(charts.get('USD')?.[0]?.series).toEqual(['Speech Small', 'Web search']);
	expect(html).toContain(`<bdi>${name}</bdi> <small><bdi>${product}</bdi></small></th>`);
	expect(html).toContain('<bdi>Web search</bdi> <small><bdi>web-search</bdi></small></th>');
});
