import { invalidField, refuse } from '../errors';
import { ASR_MODELS } from './asr';
import { DECISION_MODELS } from './decisions';
import { EDIT_MODELS } from './edits';
import { EMBEDDING_MODELS } from './embeddings';
import { IMAGE_MODELS } from './images';
import type { Model, ModelType } from './model';
import { MUSIC_MODELS } from './music';
import { SPEECH_MODELS } from './speech';
import { TEXT_MODELS } from './text';
import { VIDEO_MODELS } from './video';

const ALL: readonly Model[] = [
	...TEXT_MODELS,
	...SPEECH_MODELS,
	...IMAGE_MODELS,
	...EDIT_MODELS,
	...EMBEDDING_MODELS,
	...ASR_MODELS,
	...MUSIC_MODELS,
	...VIDEO_MODELS,
	...DECISION_MODELS,
];

/** The models of one listing; `code` are the text models made for code. */
export function modelsOf(type: ModelType | 'all' | 'code'): Model[] {
	return ALL.filter(({ record }) => {
		if (type === 'all') return true;
		if (type === 'code') return record.model_spec.capabilities?.optimizedForCode === true;
		return record.type === type;
	});
}

/** Names from elsewhere, and the model that answers to them here. */
const ALIASES: Partial<Record<ModelType, Record<string, string>>> = {
	text: { 'elsewhere-large': 'text-reasoning', 'elsewhere-small': 'text-mini' },
	image: { 'elsewhere-draw': 'image-basic' },
	embedding: { 'elsewhere-embed': 'embedding-basic' },
};

export function aliasesOf(type: ModelType): Record<string, string> {
	return ALIASES[type] ?? {};
}

/** Each trait of a type, and the model that has it. */
export function traitsOf(type: ModelType): Record<string, string> {
	const pairs = modelsOf(type).flatMap(({ record }) =>
		(record.model_spec.traits ?? []).map((trait) => [trait, record.id] as const),
	);
	return Object.fromEntries(pairs);
}

/** A model by its id, by a trait that points at it, or by a name from elsewhere. */
export function findModel(name: string, type?: ModelType): Model {
	const candidates = type ? modelsOf(type) : ALL;
	const named = type ? (aliasesOf(type)[name] ?? name) : name;
	const found =
		candidates.find(({ record }) => record.id === named) ??
		(type && candidates.find(({ record }) => record.model_spec.traits?.includes(name)));
	if (!found) throw refuse(404, `There is no model ${name}`, 'MODEL_NOT_FOUND');
	return found;
}

/** A model that a field names; any other is an invalid field. */
export function fieldModel(name: string, type: ModelType, field = 'model'): Model {
	const named = modelsOf(type).find(({ record }) => record.id === name);
	if (named) return named;
	const foreign = ALL.some(({ record }) => record.id === name);
	const why = foreign ? `${name} is no model of type ${type}` : `There is no model ${name}`;
	throw invalidField(field, why, 'INVALID_MODEL');
}

/** The model that a type has for callers that name none. */
export function defaultModelOf(type: ModelType): Model {
	const [first] = modelsOf(type);
	if (!first) throw new Error(`there is no model of type ${type}`);
	return first;
}

export function requireOnline({ record }: Model): void {
	if (!record.model_spec.offline) return;
	throw refuse(503, `Model ${record.id} is offline at the moment`, 'MODEL_OFFLINE');
}
