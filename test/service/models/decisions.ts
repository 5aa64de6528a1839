import { other } from './images';
import { type Model, usd } from './model';

/** Decision models charge for what they read alone. */
export const DECISION_MODELS: Model[] = [
	{
		...other('decision-basic', 'decision', 'Decision Basic', {
			pricing: { input: usd(0.6) },
			maxStateTokens: 32_000,
			maxTotalTokens: 64_000,
		}),
		price: { input: 0.6, output: 0 },
	},
];
