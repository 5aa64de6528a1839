import { within } from '../core/clock';
import { parameterAt, type ItemContext } from '../core/execution';
import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { mergeIntoBody } from '../wire/body';
import type { BeforeSend } from '../wire/send';
import { wireText } from '../core/wireText';
import { defaultRecord } from './defaultRecord';
import { findModel, modelFact, modelValues, loadModelsOnce, type ModelRecord } from './fetchModel';

/** A list that comes later leaves the decision to the service. */
const MAX_LIST_WAIT_MS = 2_000;

/** A value of the request that the record of the chosen model may limit. */
export interface ModelLimit {
	wire: string;
	label: string;
	/** Where the record keeps the limit; the first name that is there counts. */
	facts: string[];
	/** `values`: a list of allowed values; `length`: most characters; `most`: largest number; `divisor`; `flag`: must be true for the value to be sent. */
	kind: 'values' | 'length' | 'most' | 'divisor' | 'flag';
	/** Parameter of the panel that holds the value; one chosen "By Value" is not checked. */
	parameter?: string;
}

/**
 * The check of a request against the record of its model, where the model list has the limit.
 * Throws a ServiceFailure that names the field, what the model allows and the value.
 */
export function checkModel(type: string, limits: ModelLimit[], modelField = 'model'): BeforeSend {
	return async function (options, run) {
		const body = isRecord(options.body) ? options.body : {};
		const limitsToCheck = limits.filter(
			({ wire, parameter }) => body[wire] !== undefined && !isChosenByValue(this, parameter),
		);
		const id = body[modelField];
		if (limitsToCheck.length === 0 || typeof id !== 'string') return;
		const record = await within(findModel(this, run, type, id), MAX_LIST_WAIT_MS);
		if (record === undefined) return;
		for (const limit of limitsToCheck) {
			const refusal = limitRefusal(limit, record.spec, body[limit.wire]);
			if (refusal !== undefined) throw badInput(`${refusal} for the model ${id}`, MODEL_LIMIT_CURE);
		}
	};
}

export const MODEL_LIMIT_CURE = 'Change it to what this model allows, or choose another model.';

/** What is wrong with a value by the record of the model, as the beginning of a sentence; undefined when nothing is. */
export function limitRefusal(
	{ kind, label, facts }: ModelLimit,
	spec: Record<string, unknown>,
	value: unknown,
): string | undefined {
	if (kind === 'values') {
		const allowed = modelValues(spec, ...facts);
		if (allowed === undefined || allowed.includes(String(value))) return undefined;
		return allowed.length === 0
			? `${label} cannot be set`
			: `${label} must be one of ${allowed.join(', ')}, but "${String(value)}" was given,`;
	}
	const fact = modelFact(spec, ...facts);
	if (kind === 'flag') return fact === false ? `${label} is not supported` : undefined;
	const limit = isRecord(fact) ? fact.max : fact;
	if (typeof limit !== 'number') return undefined;
	if (kind === 'length') {
		const { length } = String(value);
		if (length <= limit) return undefined;
		return `${label} may have at most ${limit} characters, but ${length} were given,`;
	}
	const number = Number(value);
	if (kind === 'divisor' ? number % limit === 0 : number <= limit) return undefined;
	const allowed = kind === 'divisor' ? `divisible by ${limit}` : `at most ${limit}`;
	return `${label} must be ${allowed}, but ${number} was given,`;
}

function isChosenByValue(context: ItemContext, parameter = ''): boolean {
	const locator = parameterAt(context.parameters, parameter);
	return isRecord(locator) && locator.mode === 'id';
}

const CLONED_VOICE_PREFIX = 'vv_';

export function voicesOf({ spec }: ModelRecord): string[] {
	return Array.isArray(spec.voices) ? spec.voices.map(wireText) : [];
}

/** The model of a voice, for when no model is chosen; undefined when no model of the list has the voice. */
export function modelOfVoice(records: ModelRecord[], voice: string): ModelRecord | undefined {
	return defaultRecord(records, (record) => voicesOf(record).includes(voice));
}

/** Names the model of the voice in a request that names a voice alone. A voice that the model list lacks is left to the service. */
export const addModelOfVoice: BeforeSend = async function (options, run) {
	const { model, voice } = isRecord(options.body) ? options.body : {};
	if (model !== undefined || typeof voice !== 'string' || voice.startsWith(CLONED_VOICE_PREFIX))
		return;
	const { records } = await loadModelsOnce(this, run, 'tts');
	const record = modelOfVoice(records, voice);
	if (record !== undefined) mergeIntoBody(options, { model: record.id });
};
