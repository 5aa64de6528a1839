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
	expect(readableProductNames([product], models).get(product)).toBe(name);
});

it.each([
	['is of no listed model', 'unlisted-input-mtoken'],
	[
		'is of a model that is not listed, whose name starts like that of one',
		'voice-large-input-mchar',
	],
	['ends in an unknown word', 'voice-small-loops'],
	['is the ID of a model alone', 'voice-small'],
	['is of a model without a name', 'nameless-image'],
	['is nothing', ''],
])('a product that %s keeps its own name', (_what, product) => {
	expect(readableProductNames([product], models).get(product)).toBe(product);
});

it('keeps the own names of products that would share one', () => {
	const products = ['twin-a-image', 'twin-b-image'];
	expect([...readableProductNames(products, models)]).toEqual(products.map((one) => [one, one]));
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
		{ product: 'web-search', name: 'web-search' },
	]);
	expect(charts.get('USD')?.series).toEqual([name, 'web-search']);
	expect(html).toContain(`<bdi>${name}</bdi> <small><bdi>${product}</bdi></small></th>`);
	expect(html).toContain('<bdi>web-search</bdi></th>');
});
