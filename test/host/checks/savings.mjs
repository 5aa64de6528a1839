import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { itemsOf } from '../workflows.mjs';
import { exactSum } from './decimal.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../flow.mjs').Step} Step */

const manyTexts = 1_000;

/** One item for each text, in the field `text`. @param {string[]} texts @returns {Step[]} */
const itemsWith = (texts) => [
	{
		name: 'Texts',
		type: 'n8n-nodes-base.set',
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text: texts }), options: {} },
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		after: 'Texts',
		parameters: { fieldToSplitOut: 'text', options: {} },
	},
];

/**
 * A step after the items with an operation, its parameters and groups of its options.
 * @param {string} name
 * @param {string} type
 * @param {{ options?: object }} parameters
 * @param {object} [groups]
 * @returns {Step}
 */
const step = (name, type, parameters, groups = {}) => ({
	...{ name, type, after: 'Items' },
	parameters: { ...parameters, options: { ...parameters.options, ...groups } },
});

const text = '={{ $json.text }}';
const ask = { operation: 'complete', model: byId('default'), input: 'prompt', prompt: text };
const speak = { resource: 'speech', operation: 'generate', text };
const draw = {
	...{ resource: 'image', operation: 'generate', prompt: text },
	model: byId('image-basic'),
};
const embed = { operation: 'create', model: byId('embedding-basic'), input: 'text', text };
const scrape = { resource: 'page', operation: 'scrape', url: 'https://example.com/' };

/**
 * Plays the steps for the texts. Returns the JSON of each step's items and what the service has booked for them.
 * @param {Scene} scene
 * @param {string} name
 * @param {string[]} texts
 * @param {Step[]} steps
 */
async function playFor(scene, name, texts, steps) {
	const before = scene.service.ledger.length;
	const execution = await play(scene, flow(name, [...itemsWith(texts), ...steps]));
	/** @type {{ path: string, usd: number }[]} */
	const charges = scene.service.ledger.slice(before);
	/** @param {string} node @returns {any[]} */
	const made = (node) => itemsOf(execution, node).map(({ json }) => json);
	/** @param {string} path */
	const booked = (path) => charges.filter((charge) => charge.path === path).map(({ usd }) => usd);
	return { made, booked, charges };
}

/** @param {any[]} items @param {'cost' | 'estimate'} fact */
const sumOf = (items, fact) => exactSum(items.map((item) => item[fact].amount));

/** What keeps a run from costing more than it has to, against the ledger of the service. @param {Scene} scene */
export async function checkSavings(scene) {
	const { check, service } = scene;

	await check('dry run: the estimate of each item comes out, and nothing is charged', async () => {
		const texts = ['One short text', 'A text that is somewhat longer', 'A third one'];
		/** @param {object} settings */
		const steps = (settings) => [
			step('Chat', 'inferenceChat', ask, settings),
			step('Speech', 'inferenceAudio', speak, settings),
			step('Image', 'inferenceImage', draw, settings),
			step('Vectors', 'inferenceEmbeddings', embed, settings),
		];
		const dry = await playFor(scene, 'Savings: dry run', texts, steps({ cost: { dryRun: true } }));
		assert.deepEqual(dry.charges, []);
		for (const name of ['Chat', 'Speech', 'Image', 'Vectors']) {
			const items = dry.made(name);
			assert.equal(items.length, texts.length, name);
			for (const { dryRun, estimate, basedOn } of items) {
				assert.deepEqual([dryRun, basedOn], [true, 'modelPrice'], name);
				assert.ok(estimate.amount > 0 && estimate.currency === 'USD', name);
			}
		}
		const real = await playFor(scene, 'Savings: no dry run', texts, steps({}));
		assert.equal(sumOf(dry.made('Speech'), 'estimate'), exactSum(real.booked('/audio/speech')));
		assert.equal(sumOf(dry.made('Image'), 'estimate'), exactSum(real.booked('/image/generate')));
		assert.equal(real.booked('/chat/completions').length, texts.length);
	});

	await check(
		`combine items: ${manyTexts} texts go in one request, each with its vector`,
		async () => {
			const texts = Array.from({ length: manyTexts }, (_, index) => `Text ${index + 1}`);
			const before = service.requests('/embeddings').length;
			const vectors = step('Vectors', 'inferenceEmbeddings', embed);
			const { made, booked } = await playFor(scene, 'Savings: combined', texts, [vectors]);
			const items = made('Vectors');
			assert.deepEqual(
				items.map((item) => item.text),
				texts,
			);
			const requests = service.requests('/embeddings').slice(before);
			assert.equal(requests.length, 1);
			assert.deepEqual([...requests[0].body.input].sort(), [...texts].sort());
			assert.equal(booked('/embeddings').length, 1);
			assert.equal(sumOf(items, 'cost'), exactSum(booked('/embeddings')));

			const few = [texts[0], texts[1], texts[manyTexts - 1]];
			const options = { combineItems: false };
			const alone = step('Vectors', 'inferenceEmbeddings', { ...embed, options });
			const separate = await playFor(scene, 'Savings: not combined', few, [alone]);
			assert.equal(separate.booked('/embeddings').length, few.length);
			assert.deepEqual(
				separate.made('Vectors').map(({ embedding }) => embedding),
				[items[0], items[1], items[manyTexts - 1]].map(({ embedding }) => embedding),
			);
		},
	);

	await check('reuse identical requests: equal items pay once and share the answer', async () => {
		const texts = Array(5).fill('The same for all');
		const once = { retriesAndLimits: { reuseIdentical: true } };
		const { made, booked } = await playFor(scene, 'Savings: reused', texts, [
			step('Page', 'inferenceWeb', scrape),
			step('Chat', 'inferenceChat', ask),
			step('Chat Once', 'inferenceChat', ask, once),
			step('Speech Once', 'inferenceAudio', speak, once),
		]);
		for (const name of ['Page', 'Chat Once', 'Speech Once']) {
			const paid = made(name).filter(({ cost }) => cost.amount > 0);
			assert.deepEqual(
				paid.map(({ reused }) => reused),
				[undefined],
				`${name}: one item pays`,
			);
			const others = made(name).filter(({ cost, reused }) => cost.amount === 0 && reused === true);
			assert.equal(others.length, texts.length - 1, `${name}: the others share its answer`);
		}
		assert.equal(new Set(made('Chat Once').map((item) => item.text)).size, 1);
		assert.equal(booked('/augment/scrape').length, 1);
		assert.equal(booked('/audio/speech').length, 1);
		assert.equal(booked('/chat/completions').length, texts.length + 1);
	});
}
