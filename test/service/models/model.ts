import type { TextTier } from '../rateLimits';
import type { Stamps } from './asr';

export type ModelType =
	| 'asr'
	| 'decision'
	| 'embedding'
	| 'image'
	| 'inpaint'
	| 'music'
	| 'text'
	| 'tts'
	| 'upscale'
	| 'video';

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface TextCapabilities {
	optimizedForCode: boolean;
	quantization: string;
	supportsAudioInput: boolean;
	supportsE2EE: boolean;
	supportsFunctionCalling: boolean;
	supportsLogProbs: boolean;
	supportsMultipleImages: boolean;
	supportsReasoning: boolean;
	supportsReasoningEffort: boolean;
	supportsResponseSchema: boolean;
	supportsTeeAttestation: boolean;
	supportsVideoInput: boolean;
	supportsVision: boolean;
	supportsWebSearch: boolean;
	supportsXSearch: boolean;
	maxImages?: number;
	maxVideos?: number;
	reasoningEffortOptions?: Effort[];
	defaultReasoningEffort?: Effort;
}

export interface ModelSpec {
	name: string;
	description: string;
	privacy: 'private' | 'anonymized';
	pricing?: Record<string, unknown>;
	/** Of a text record. */
	capabilities?: TextCapabilities;
	constraints?: Record<string, unknown>;
	traits?: string[];
	offline?: boolean;
	uncensored?: boolean;
	voices?: string[];
	default_voice?: string;
	supported_formats?: string[];
	default_format?: string;
	supports_custom_voice_id?: boolean;
	voice_cloning?: {
		mode: 'zero_shot' | 'persistent';
		accepted_formats: string[];
		min_sample_seconds: number;
		retention_days: number;
	};
	deprecation?: {
		autoRemap: boolean;
		date: string;
		removesAt: string;
		replacementModelId?: string;
	};
	[more: string]: unknown;
}

/** A record as `GET /models` lists it. */
export interface ModelRecord {
	id: string;
	object: 'model';
	type: ModelType;
	owned_by: string;
	created: number;
	context_length?: number;
	/** A fraction from 0 to 1, for resellers. */
	discount_to_user?: number;
	model_spec: ModelSpec;
}

/** What the queue knows of a video model beside its record. */
export interface VideoFacts {
	/** The fields, beside those of the record's lists, that it takes. */
	inputs: string[];
	required: string[];
	perSecond: number;
	/** The field that a quote cannot do without. */
	priced?: 'aspect_ratio' | 'resolution';
	givesLink?: boolean;
	asksConsent?: boolean;
	upscales?: boolean;
}

/** A record and what the local service knows beside it; prices are USD per million units. */
export interface Model {
	record: ModelRecord;
	tier?: TextTier;
	price?: { input: number; output: number; cacheInput?: number; cacheWrite?: number };
	sampleRate?: number;
	/** Writes its thoughts into the answer, between think tags. */
	thinksAloud?: boolean;
	/** An edit model that takes no layers at all. */
	singleEditOnly?: boolean;
	stamps?: Stamps;
	video?: VideoFacts;
}

export const usd = (amount: number) => ({ usd: amount, diem: amount });

export function record(id: string, type: ModelType, spec: ModelSpec): ModelRecord {
	return {
		id,
		object: 'model',
		type,
		owned_by: 'service.example',
		created: 1_767_225_600,
		model_spec: spec,
	};
}
