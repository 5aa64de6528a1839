import { other } from './images';
import { type Model, usd } from './model';

export const EMBEDDING_MODELS: Model[] = [
	{
		...other('embedding-basic', 'embedding', 'Embedding Basic', {
			pricing: { input: usd(0.1), output: usd(0.1) },
			embeddingDimensions: 256,
			maxInputTokens: 8192,
			supportsCustomDimensions: true,
			traits: ['default'],
		}),
		price: { input: 0.1, output: 0.1 },
	},
	{
		...other('embedding-fixed', 'embedding', 'Embedding Fixed', {
			pricing: { input: usd(0.02), output: usd(0.02) },
			embeddingDimensions: 64,
			maxInputTokens: 512,
			supportsCustomDimensions: false,
		}),
		price: { input: 0.02, output: 0.02 },
	},
];
