import { other } from './images';
import { type Model, usd } from './model';

/** The first charges for what it reads alone, the second for its answers as well. */
export const DECISION_MODELS: Model[] = [
	{
		...other('decision-basic', 'decision', 'Decision Basic', {
			pricing: { input: usd(0.6) },
			maxStateTokens: 32_000,
			maxTotalTokens: 64_000,
		}),
		price: { input: 0.6, output: 0 },
	},
	{
		...other('decision-private', 'decision', 'Decision Private', {
			pricing: { input: usd(1.2), output: usd(4.8) },
			privacy: 'private',
			maxStateTokens: 32_000,
			maxTotalTokens: 64_000,
		}),
		price: { input: 1.2, output: 4.8 },
	},
];
