import { simplifiedAnalytics, simplifiedRateLimits } from '../../../lib/billing/accountRecords';
import { simplifiedModel } from '../../../lib/models/modelRecord';
import { camelKeys } from '../../../lib/wire/simplifiedItems';
import { modelsOf } from '../../service/models/catalogue';

const SNAKE = /"[a-z0-9]+_[a-z0-9_]+":/i;

describe('what the package shapes', () => {
	it('has its keys in camelCase at any depth, and leaves the values alone', () => {
		expect(
			camelKeys({ a_b: [{ total_tokens: 1, '1K': { per_second: 'per_second' } }], plain: null }),
		).toEqual({ aB: [{ totalTokens: 1, '1K': { perSecond: 'per_second' } }], plain: null });
	});

	it.each(modelsOf('all').map(({ record }) => ({ id: record.id, record })))(
		'says in at most thirteen fields what the model $id is',
		({ record }) => {
			const simple = simplifiedModel({ ...record });
			expect(simple).toMatchObject({ id: record.id, type: record.type });
			expect(Object.keys(simple).length).toBeLessThanOrEqual(13);
			expect(JSON.stringify(simple)).not.toMatch(SNAKE);
			expect(JSON.stringify(simple).length).toBeLessThan(JSON.stringify(record).length);
		},
	);

	it('returns prices as numbers in USD, and keeps the fields beside them', () => {
		const pricing = {
			input: { usd: 1, diem: 1 },
			durations: { '30': { usd: 0.1, diem: 0.1, min_seconds: 1, max_seconds: 30 } },
		};
		const simple = simplifiedModel({ id: 'm', type: 'music', model_spec: { pricing } });
		expect(simple.pricing).toEqual({
			input: 1,
			durations: { '30': { usd: 0.1, minSeconds: 1, maxSeconds: 30 } },
		});
	});

	it('names abilities, limits and a withdrawal', () => {
		const simple = simplifiedModel({
			id: 'm',
			type: 'text',
			model_spec: {
				availableContextTokens: 1000,
				capabilities: { supportsVision: true, supportsLogProbs: false, quantization: 'fp8' },
				constraints: { prompt_character_limit: 5 },
				deprecation: { date: '2026-12-01', replacementModelId: 'n' },
			},
		});
		expect(simple).toMatchObject({
			capabilities: ['vision'],
			limits: { availableContextTokens: 1000, promptCharacterLimit: 5 },
			deprecation: { date: '2026-12-01', replacement: 'n' },
		});
	});

	it('flattens rate limits into one record per model', () => {
		const rateLimits = [
			{
				apiModelId: 'm',
				rateLimits: [
					{ amount: 20, type: 'RPM' },
					{ amount: 9, type: 'XYZ' },
				],
			},
		];
		expect(simplifiedRateLimits({ rateLimits, balances: { USD: 1 } })).toMatchObject({
			balances: { usd: 1, diem: null },
			rateLimits: [
				{
					modelId: 'm',
					requestsPerMinute: 20,
					requestsPerDay: null,
					tokensPerMinute: null,
					XYZ: 9,
				},
			],
		});
	});

	it('turns rows whose keys are names into lists of names', () => {
		const byModelDaily = [{ date: Date.parse('2026-01-02'), 'Text Basic': 3 }];
		expect(simplifiedAnalytics({ byDate: [{ date: 'd', USD: 1, DIEM: 2 }], byModelDaily })).toEqual(
			{
				byDate: [{ date: 'd', usd: 1, diem: 2 }],
				byModelDaily: [{ date: '2026-01-02', amounts: [{ name: 'Text Basic', amount: 3 }] }],
				byKeyDaily: [],
			},
		);
	});
});
