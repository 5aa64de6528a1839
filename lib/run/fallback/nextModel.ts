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

/** The next model, and why those before it in the list are not asked. */
export interface NextModel {
	model?: string;
	request?: IHttpRequestOptions;
	notTried: string[];
}

/** The request of an item for the first model under Fallback Models that was not asked and can take it within its price limits; none where there is no such model. */
export async function requestForNextModel(
	{ context, run, fallback: rule, choices }: Asker,
	request: IHttpRequestOptions,
	asked: readonly string[],
): Promise<NextModel> {
	const notTried: string[] = [];
	if (rule === undefined || choices === undefined || !isRecord(request.body)) return { notTried };
	const list = await loadModelsOnce(context, run, rule.type);
	for (const model of choices.models.filter(({ id }) => !asked.includes(id))) {
		try {
			const { body } = fallbackRequest(request.body, model, { rule, choices, list });
			return { model: model.id, request: { ...request, body: body as IDataObject }, notTried };
		} catch (error) {
			notTried.push(`${model.id}: ${failureOrRethrow(error).message}`);
		}
	}
	return { notTried };
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
