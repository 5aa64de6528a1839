import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ISupplyDataFunctions,
} from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { mergeIntoBody } from '../wire/body';
import type { BeforeSend, Prepare, RunMemory } from '../wire/send';
import { defaultRecord, type ModelFilter } from './defaultRecord';
import { loadModelsOnce, loadModels, type ModelList } from './fetchModel';

/** The models to choose from for an item; the name is the key under which a choice is remembered. */
export interface DefaultModelFilter {
	name: string;
	fits: ModelFilter;
}

/** The trait of the chat model that the service recommends, which it takes in place of an ID. */
export const RECOMMENDED_TRAIT = 'default';

const CHOOSE_MODEL_CURE =
	'Choose a model from the list, or enter its ID. To see all models, use Inference Models > Get Many.';

/**
 * Refuses an ID that is empty, as an expression without a value makes it. An empty choice from the list means the default.
 * Throws a ServiceFailure.
 */
export function checkModelChoice(field = 'model'): Prepare {
	return function (options) {
		const onWire = (options.body as IDataObject | undefined)?.[field];
		if (!isNonEmptyText(onWire)) requireModelId(this.parameters.model, onWire);
	};
}

/** Refuses an empty ID beside what it became on the wire; throws a ServiceFailure. */
export function requireModelId(locator: unknown, onWire: unknown): void {
	if (isNonEmptyText(onWire) || !isRecord(locator) || locator.mode !== 'id') return;
	throw badInput('Model must not be empty', 'Choose "From List" to use the default model.');
}

function isNonEmptyText(onWire: unknown): boolean {
	return typeof onWire === 'string' && onWire.trim() !== '';
}

/** Leaves the choice of a chat model to the service, by the trait that it resolves itself. */
export function recommendModel(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = options.body as IDataObject | undefined;
	if (body?.model === undefined) mergeIntoBody(options, { model: RECOMMENDED_TRAIT });
}

/** Names the default model of a type in a request that names none; it is looked up once a run. Throws a ServiceFailure when there is none. */
export function addDefaultModel(
	type: string,
	choiceOf: (
		context: ItemContext,
		run: RunMemory,
	) => DefaultModelFilter | Promise<DefaultModelFilter> = () => ({ name: 'any', fits: () => true }),
	field = 'model',
): BeforeSend {
	return async function (options, run) {
		const body = isRecord(options.body) ? options.body : {};
		if (body[field] !== undefined) return;
		const { name, fits } = await choiceOf(this, run);
		const id = await run.remember(`default:${type}:${name}`, async () => {
			return requireDefaultId(await loadModelsOnce(this, run, type), fits);
		});
		mergeIntoBody(options, { [field]: id });
	};
}

/** The ID of the default model of a type, for a sub-node; throws a ServiceFailure when there is none. */
export async function defaultModelId(context: ISupplyDataFunctions, type: string): Promise<string> {
	return requireDefaultId(await loadModels(context, type));
}

function requireDefaultId(list: ModelList, fits?: ModelFilter): string {
	const { records, problem, cure, isRehearsed } = list;
	const record = defaultRecord(records, fits);
	if (record !== undefined) return record.id;
	if (isRehearsed === true) return 'rehearsal';
	const reason = problem ?? 'the service lists no model that fits';
	throw badInput(
		`Model is empty, and the default could not be determined: ${reason}`,
		cure ?? CHOOSE_MODEL_CURE,
	);
}
