import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../../core/execution';
import { badInput, failureOrRethrow } from '../../core/failure';
import { isRecord } from '../../core/record';
import { loadModelsOnce, type ModelReader } from '../../models/fetchModel';
import type { Prepare, RunMemory } from '../../wire/send';
import { fallbackRequest } from './candidate';
import type { FallbackChoices, FallbackRule } from './types';

/** Who asks, and the models under Fallback Models. */
interface Asker {
	readonly context: ModelReader;
	readonly run: RunMemory;
	readonly fallback?: FallbackRule;
	readonly choices?: FallbackChoices;
}

/** The request of an item for the next model under Fallback Models that can take it within its price limits; undefined behind the last. */
export async function requestForNextModel(
	{ context, run, fallback: rule, choices }: Asker,
	request: IHttpRequestOptions,
	asked: readonly string[],
): Promise<{ model: string; request: IHttpRequestOptions } | undefined> {
	if (rule === undefined || choices === undefined || !isRecord(request.body)) return undefined;
	const { models } = choices;
	const list = await loadModelsOnce(context, run, rule.type);
	for (const model of models.slice(1 + models.findLastIndex(({ id }) => asked.includes(id)))) {
		try {
			const { body } = fallbackRequest(request.body, model, { rule, choices, list });
			return { model: model.id, request: { ...request, body: body as IDataObject } };
		} catch (error) {
			failureOrRethrow(error);
		}
	}
	return undefined;
}

/** Refuses, before anything is sent, to ask a next model where none is named. */
export function requireNextModel(asksNext: (context: ItemContext) => boolean): Prepare {
	return function () {
		const { fallback } = this.parameters.options;
		const { models } = isRecord(fallback) ? fallback : {};
		const rows = isRecord(models) && Array.isArray(models.model) ? models.model : [];
		if (!asksNext(this) || rows.length > 0) return;
		throw badInput(
			'Ask the Next Model needs a model under Fallback Models, but none was set',
			'Add a model under Options > Fallback Models.',
		);
	};
}
