import type { TextTier } from '../rateLimits';
import { type Model, type ModelSpec, record, type TextCapabilities, usd } from './model';

const PLAIN: TextCapabilities = {
	optimizedForCode: false,
	quantization: 'fp8',
	supportsAudioInput: false,
	supportsE2EE: false,
	supportsFunctionCalling: false,
	supportsLogProbs: false,
	supportsMultipleImages: false,
	supportsReasoning: false,
	supportsReasoningEffort: false,
	supportsResponseSchema: false,
	supportsTeeAttestation: false,
	supportsVideoInput: false,
	supportsVision: false,
	supportsWebSearch: false,
	supportsXSearch: false,
};

const TOOLS: Partial<TextCapabilities> = {
	supportsFunctionCalling: true,
	supportsResponseSchema: true,
	supportsWebSearch: true,
};

const ENCLAVE: Partial<TextCapabilities> = { supportsE2EE: true, supportsTeeAttestation: true };

interface TextModel {
	id: string;
	name: string;
	tier: TextTier;
	price: NonNullable<Model['price']>;
	can?: Partial<TextCapabilities>;
	spec?: Partial<ModelSpec>;
	thinksAloud?: boolean;
	resold?: { discount_to_user: number };
}

function text({ id, name, tier, price, can, spec, thinksAloud, resold }: TextModel): Model {
	const context = 128_000;
	const entry = record(id, 'text', {
		name,
		description: `Made-up text model of tier ${tier}`,
		privacy: 'private',
		availableContextTokens: context,
		maxCompletionTokens: 8_192,
		capabilities: { ...PLAIN, ...can },
		constraints: { temperature: { default: 0.7 }, top_p: { default: 0.9 } },
		pricing: {
			input: usd(price.input),
			output: usd(price.output),
			...(price.cacheInput !== undefined && { cache_input: usd(price.cacheInput) }),
			...(price.cacheWrite !== undefined && { cache_write: usd(price.cacheWrite) }),
		},
		offline: false,
		traits: [],
		uncensored: false,
		...spec,
	});
	return { record: { ...entry, ...resold, context_length: context }, tier, price, thinksAloud };
}

export const TEXT_MODELS: Model[] = [
	text({
		id: 'text-basic',
		name: 'Text Basic',
		tier: 'S',
		price: { input: 0.5, output: 2, cacheInput: 0.05 },
		can: { ...TOOLS, supportsLogProbs: true },
		spec: { traits: ['default', 'function_calling_default'] },
	}),
	text({
		id: 'text-reasoning',
		name: 'Text Reasoning',
		tier: 'M',
		price: { input: 1, output: 4 },
		can: {
			...TOOLS,
			supportsReasoning: true,
			supportsReasoningEffort: true,
			reasoningEffortOptions: ['none', 'low', 'medium', 'high'],
			defaultReasoningEffort: 'medium',
		},
		spec: { traits: ['default_reasoning', 'most_intelligent'] },
	}),
	text({
		id: 'text-vision',
		name: 'Text Vision',
		tier: 'M',
		price: { input: 1.5, output: 6 },
		can: {
			...TOOLS,
			supportsVision: true,
			supportsMultipleImages: true,
			maxImages: 4,
			supportsAudioInput: true,
			supportsVideoInput: true,
			maxVideos: 1,
		},
		spec: { traits: ['default_vision'] },
	}),
	text({
		id: 'text-code',
		name: 'Text Code',
		tier: 'L',
		price: { input: 2, output: 8, cacheInput: 0.2, cacheWrite: 2.5 },
		can: { ...TOOLS, optimizedForCode: true, supportsXSearch: true },
		spec: { traits: ['default_code'] },
	}),
	text({
		id: 'text-mini',
		name: 'Text Mini',
		tier: 'XS',
		price: { input: 0.1, output: 0.4 },
		spec: { uncensored: true },
		resold: { discount_to_user: 0.15 },
	}),
	text({
		id: 'lab/text-thinker',
		name: 'Text Thinker',
		tier: 'S',
		price: { input: 0.6, output: 2.4 },
		can: { supportsReasoning: true },
		thinksAloud: true,
	}),
	text({
		id: 'e2ee-private',
		name: 'Text Private',
		tier: 'S',
		price: { input: 0.8, output: 3.2 },
		can: { ...ENCLAVE, supportsFunctionCalling: true },
	}),
	text({
		id: 'e2ee-thinker',
		name: 'Text Private Thinker',
		tier: 'M',
		price: { input: 1.2, output: 4.8 },
		can: { ...ENCLAVE, supportsReasoning: true },
	}),
	text({
		id: 'text-retiring',
		name: 'Text Retiring',
		tier: 'L',
		price: { input: 3, output: 9 },
		spec: {
			deprecation: {
				autoRemap: true,
				date: '2026-12-01T00:00:00.000Z',
				removesAt: '2026-12-01T00:00:00.000Z',
				replacementModelId: 'text-basic',
			},
		},
	}),
	text({
		id: 'text-offline',
		name: 'Text Offline',
		tier: 'S',
		price: { input: 0.5, output: 2, cacheInput: 0.05 },
		spec: { offline: true },
	}),
];
