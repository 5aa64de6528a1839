import { defaultRecord } from '../../../lib/models/defaultRecord';
import type { ModelRecord } from '../../../lib/models/fetchModel';
import { modelPriceOf } from '../../../lib/models/modelPrice';

const usd = (amount: number) => ({ usd: amount, diem: amount });
const record = (type: string, pricing: unknown, more: object = {}, id = type): ModelRecord => ({
	id,
	type,
	spec: { pricing, ...more },
});
const text = (type: string, pricing: unknown) => modelPriceOf(record(type, pricing))?.text;

it.each<[type: string, pricing: unknown, text: string]>([
	['text', { input: usd(0.5), output: usd(2) }, '$0.50 in / $2 out per 1M tokens'],
	['embedding', { input: usd(0.1), output: usd(0.1) }, '$0.10 per 1M tokens'],
	['tts', { input: usd(12) }, '$12 per 1M characters'],
	['asr', { per_audio_second: usd(0.0000001) }, '$0.000006 per minute'],
	['image', { generation: usd(0.01), upscale: { '2x': usd(0.02) } }, '$0.01 per image'],
	['image', { resolutions: { '1K': usd(0.05), '4K': usd(0.2) } }, '$0.05 to $0.20 per image'],
	[
		'image',
		{ resolutions: { '1K': usd(0.5) }, quality: { '1K': { low: usd(0.02), high: usd(0.2) } } },
		'$0.02 to $0.20 per image',
	],
	['inpaint', { inpaint: usd(0.04), inputImages: { additional: usd(9) } }, '$0.04 per edit'],
	['upscale', { upscale: { '2x': usd(0.02), '4x': usd(0.08) } }, '$0.02 to $0.08 per image'],
	['music', { generation: usd(0.15) }, '$0.15 per piece'],
	[
		'music',
		{ durations: { '30': { ...usd(0.1), min_seconds: 1 }, '60': { ...usd(0.2) } } },
		'$0.10 to $0.20 per piece',
	],
	['music', { per_second: usd(0.002) }, '$0.12 per minute'],
	['music', { per_thousand_characters: usd(0.1) }, '$0.10 per 1,000 characters'],
])('the price of a model of type %s with %j is %s', (type, pricing, expected) => {
	expect(text(type, pricing)).toBe(expected);
});

it.each([
	[undefined],
	[null],
	['free'],
	[{}],
	[{ input: { usd: 'much' } }],
	[{ quality: { a: 1 } }],
	[{ generation: usd(-1) }],
	[{ input: usd(Infinity) }],
])('there is no price in %j', (pricing) => {
	expect(modelPriceOf(record('image', pricing))).toBeUndefined();
});

describe('the default of a list', () => {
	const costs = (id: string, amount: number, more: object = {}) =>
		record('image', { generation: usd(amount) }, more, id);
	const chosen = (...records: ModelRecord[]) => defaultRecord(records)?.id;

	it('is the model that the service marks', () => {
		expect(chosen(costs('a', 1), costs('b', 2, { traits: ['fastest', 'default'] }))).toBe('b');
	});

	it('is otherwise the cheapest that can be used', () => {
		expect(chosen(costs('a', 3), costs('b', 1), costs('c', 2))).toBe('b');
		expect(
			chosen(
				costs('a', 3),
				costs('b', 1, { offline: true }),
				costs('c', 1, { deprecation: { date: '2026-12-01' } }),
				costs('d', 1, { regionRestrictions: ['ZZ'] }),
			),
		).toBe('a');
	});

	it('is compared at the resolution and quality that a request gets that asks for none', () => {
		const quality = { '1K': { low: usd(0.01), high: usd(0.2) }, '2K': { low: usd(0.02) } };
		const constraints = { defaultResolution: '1K', defaultQuality: 'high' };
		const tiered = record('image', { quality }, { constraints }, 'tiered');
		expect(modelPriceOf(tiered)).toEqual({ text: '$0.01 to $0.20 per image', usual: 0.2 });
		expect(chosen(tiered, costs('flat', 0.04))).toBe('flat');
	});

	it('is the first where no model has a price, and none where no model fits', () => {
		expect(chosen(record('video', undefined, {}, 'a'), record('video', undefined, {}, 'b'))).toBe(
			'a',
		);
		expect(defaultRecord([costs('a', 1)], () => false)).toBeUndefined();
		expect(chosen()).toBeUndefined();
	});
});
