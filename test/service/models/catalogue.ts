import { refuse } from '../errors';
import type { Model, ModelType } from './model';
import { OTHER_MODELS } from './others';
import { SPEECH_MODELS } from './speech';
import { TEXT_MODELS } from './text';

const ALL: readonly Model[] = [...TEXT_MODELS, ...SPEECH_MODELS, ...OTHER_MODELS];

/** The models of one listing; `code` are the text models made for code. */
export function modelsOf(type: ModelType | 'all' | 'code'): Model[] {
	return ALL.filter(({ record }) => {
		if (type === 'all') return true;
		if (type === 'code') return record.model_spec.capabilities?.optimizedForCode === true;
		return record.type === type;
	});
}

/** A model by its id, or by a trait that points at it. */
export function findModel(name: string, type?: ModelType): Model {
	const candidates = type ? modelsOf(type) : ALL;
	const found =
		candidates.find(({ record }) => record.id === name) ??
		(type && candidates.find(({ record }) => record.model_spec.traits?.includes(name)));
	if (!found) throw refuse(404, `There is no model ${name}`, 'MODEL_NOT_FOUND');
	return found;
}

export function requireOnline({ record }: Model): void {
	if (!record.model_spec.offline) return;
	throw refuse(503, `Model ${record.id} is offline at the moment`, 'MODEL_OFFLINE');
}
