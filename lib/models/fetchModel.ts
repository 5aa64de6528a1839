import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { clock } from '../core/clock';
import { executionMemory } from '../core/execution';
import { failureOf } from '../core/failure';
import { isRecord } from '../core/record';
import { accountOf } from '../wire/account';
import { getJson } from '../wire/lookUp';
import { credentialTypeOf, NO_KEY_TO_LOOK_UP } from '../wire/credential';
import { readAs, objectWith, listWithUnread } from '../wire/readAs';
import type { RunMemory } from '../wire/send';
import { wireText } from '../core/wireText';

/** Of a list that does not come: no call waits longer for it. For the limits of the service, it waits as long as the calls that need it. */
const LIST_BUDGET = { maxTries: 2, maxWaitMs: 5_000 };
const LIST_TIMEOUT_MS = 10_000;
/** How long a list that could not be loaded is not asked for again. */
const FAILED_LIST_MS = 60_000;

const LATE_LIST_CURE = 'Try again later, or choose a model by its ID: then no list is needed.';

export type ModelReader = Parameters<typeof getJson>[0];

/** What the service lists of a type; without records where the list could not be loaded, with the reason. */
export interface ModelList {
	records: ModelRecord[];
	problem?: string;
	cure?: string;
	/** Whether a rehearsal has no key to read it with. */
	isRehearsed?: boolean;
}

interface KnownList {
	list: Promise<ModelList>;
	failedAt?: number;
}

/** The lists of an execution, by account and type: its nodes share them, and so do the items of a chain. */
const listsOfExecution = new WeakMap<object, Map<string, KnownList>>();

/** The list of a type, loaded once for each execution and account. Never throws. */
export async function loadModelsOnce(
	context: ModelReader,
	run: RunMemory,
	type: string,
): Promise<ModelList> {
	try {
		const { id } = await accountOf(context, credentialTypeOf(context.getNode()), run);
		const execution = executionMemory(context, 'flow') ?? run;
		const lists = listsOfExecution.get(execution) ?? new Map<string, KnownList>();
		listsOfExecution.set(execution, lists);
		const key = `${type} ${id}`;
		const known = lists.get(key);
		const isStale = clock.steady() - (known?.failedAt ?? Infinity) > FAILED_LIST_MS;
		if (known !== undefined && !isStale) return await known.list;
		const made: KnownList = { list: loadModels(context, type, run) };
		lists.set(key, made);
		const list = await made.list;
		if (list.problem !== undefined) made.failedAt = clock.steady();
		return list;
	} catch (error) {
		return noListFor(error);
	}
}

export async function loadModels(
	context: ModelReader,
	type: string,
	run?: RunMemory,
): Promise<ModelList> {
	const request = { url: '/models', qs: { type }, timeout: LIST_TIMEOUT_MS } as const;
	try {
		const credential = credentialTypeOf(context.getNode());
		const answer = await getJson(context, credential, request, { ...LIST_BUDGET, run });
		return { records: modelRecords(readAs(answer, MODEL_LIST_ANSWER)) };
	} catch (error) {
		return noListFor(error);
	}
}

function noListFor(error: unknown): ModelList {
	const { message, facts } = failureOf(error, 'unreachable');
	const problem = `the list of models could not be loaded (${message})`;
	// Timeout does not govern a look-up.
	const isLate = facts.kind === 'unreachable' || facts.kind === 'timeout';
	const cure = isLate ? LATE_LIST_CURE : facts.cure;
	return { records: [], problem, cure, isRehearsed: facts.code === NO_KEY_TO_LOOK_UP };
}

/**
 * The record of a model, from the list of its type.
 * Undefined when the list cannot be had or does not hold it: the service then decides.
 */
export async function findModel(
	context: IExecuteSingleFunctions,
	run: RunMemory,
	type: string,
	id: string,
): Promise<ModelRecord | undefined> {
	const { records } = await loadModelsOnce(context, run, type);
	return records.find((record) => record.id === id);
}

export interface ModelRecord {
	id: string;
	type: string;
	/** `model_spec`: abilities, limits and prices. */
	spec: Record<string, unknown>;
}

const MODEL_ANSWER = objectWith({ id: z.string() });

/** One model, alone or under `data`. */
export const ONE_MODEL_ANSWER = z.union([
	MODEL_ANSWER,
	objectWith({ data: MODEL_ANSWER }).transform(({ data }) => data),
]);

export const MODEL_LIST_ANSWER = objectWith({ data: listWithUnread(MODEL_ANSWER) });

const MODEL_RECORDS = z.object({
	data: z.array(
		z
			.object({
				id: z.string(),
				type: z.string().catch(''),
				model_spec: z.record(z.unknown()).catch({}),
			})
			.transform(({ id, type, model_spec: spec }) => ({ id, type, spec }))
			.nullable()
			.catch(null),
	),
});

/** The records of a model list as the service sends it (docs/maintainers/service.md#models-and-characters); what is no record is left out. */
export function modelRecords(body: unknown): ModelRecord[] {
	const { data = [] } = MODEL_RECORDS.safeParse(body).data ?? {};
	return data.filter((record) => record !== null);
}

/** A limit of a model, looked up where descriptions disagree: in `constraints`, in `capabilities`, and in the record itself. */
export function modelFact(spec: Record<string, unknown>, ...names: string[]): unknown {
	const places = [spec.constraints, spec.capabilities, spec].filter(isRecord);
	for (const name of names) {
		const place = places.find((record) => record[name] !== undefined);
		if (place !== undefined) return place[name];
	}
	return undefined;
}

/** A list of allowed values of a model as texts; undefined when the record does not give one. */
export function modelValues(
	spec: Record<string, unknown>,
	...names: string[]
): string[] | undefined {
	const values = modelFact(spec, ...names);
	if (!Array.isArray(values)) return undefined;
	const texts = values.map(wireText);
	// One that the service decides leaves nothing to choose.
	return texts.length === 1 && /^auto$/i.test(texts[0] ?? '') ? [] : texts;
}
