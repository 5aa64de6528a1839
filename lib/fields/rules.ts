import type { INodeProperties } from 'n8n-workflow';

import { isRecord, type Json } from '../core/record';

export interface ValueRule {
	label: string;
	kind: 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'time' | 'date';
	required?: boolean;
	/** Whether it names something, such as a model, so that spaces around it are slips. */
	isName?: boolean;
	/** Whether the field holds a list of such values. */
	list?: boolean;
	values?: readonly unknown[];
	/** Whether a later version of the service may take more words than `values`. */
	open?: boolean;
	min?: number;
	max?: number;
	/** Whether `min` and `max` are themselves excluded. */
	aboveMin?: boolean;
	integer?: boolean;
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	/** What a text has to match, and what that is in words. */
	pattern?: string;
	patternWords?: string;
	/** For JSON: whether an object or an array is wanted. */
	shape?: 'object' | 'array';
}

/** What a field that goes to the wire may hold, taken from its own description. */
export interface WireRule extends ValueRule {
	where: 'body' | 'query';
	/** Name on the wire as the specification writes it; dots nest. */
	path: string;
}

const KIND_OF_FIELD_TYPE: Record<string, WireRule['kind']> = {
	number: 'number',
	boolean: 'boolean',
	options: 'choice',
	multiOptions: 'choice',
	json: 'json',
	dateTime: 'time',
};

const APPLIED_AFTER = Symbol('applied after a saved answer');

/** When a field is applied: to each item that has the answer, or when its items are made of it. */
type AppliedTo = 'item' | 'answer';

/**
 * A field that decides nothing of what is sent, nor of what is kept of its answer: how the answer comes out, whom it is noted for, and how often
 * and how long it is tried. A retry takes the answer also where its value has changed.
 */
export function appliedAfter(field: INodeProperties, to: AppliedTo = 'item'): INodeProperties {
	return Object.assign({ ...field }, { [APPLIED_AFTER]: to });
}

/** The values of fields, by name, without those that are applied after a saved answer; for items that share their finished items, only without those that are applied to each. */
export function decidingValues(fields: INodeProperties[], values: Json, isShared = false): Json {
	const isApplied = (field: INodeProperties & { [APPLIED_AFTER]?: AppliedTo }) =>
		field[APPLIED_AFTER] === 'item' || (!isShared && field[APPLIED_AFTER] === 'answer');
	const deciding = Object.entries(values).flatMap(([name, value]) => {
		const named = fields.filter((field) => field.name === name);
		if (named.some(isApplied)) return [];
		const collection = named.find(({ type }) => type === 'collection');
		if (collection === undefined || !isRecord(value)) return [[name, value] as const];
		const inner = decidingValues(optionsOf(collection), value, isShared);
		return Object.keys(inner).length === 0 ? [] : [[name, inner] as const];
	});
	return Object.fromEntries(deciding);
}

/** The fields in a collection. */
export function optionsOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** Where a field is sent, and its name there; undefined for one that is not sent as it is. */
export function sentAs({ routing }: INodeProperties): Pick<WireRule, 'path' | 'where'> | undefined {
	const send = routing?.send;
	return send?.property === undefined
		? undefined
		: { where: send.type ?? 'query', path: send.property };
}

/** The rules of every field that is sent to the wire, those inside collections included. */
export function wireRules(fields: INodeProperties[]): WireRule[] {
	return fields.flatMap((field) => {
		const nested = field.type === 'collection' ? optionsOf(field) : [];
		return [...ruleOf(field), ...wireRules(nested)];
	});
}

function ruleOf(field: INodeProperties): WireRule[] {
	const sent = sentAs(field);
	return sent === undefined ? [] : [{ ...sent, ...valueRuleOf(field) }];
}

const ruleByField = new WeakMap<INodeProperties, ValueRule>();

/** What a field may hold, taken from its description. */
export function valueRuleOf(field: INodeProperties): ValueRule {
	const known = ruleByField.get(field) ?? describedRule(field);
	ruleByField.set(field, known);
	return known;
}

function describedRule(field: INodeProperties): ValueRule {
	const limits = field.typeOptions ?? {};
	const choices =
		field.type === 'options' || field.type === 'multiOptions' ? (field.options ?? []) : [];
	return {
		label: field.displayName,
		kind: limits.dateOnly === true ? 'date' : (KIND_OF_FIELD_TYPE[field.type] ?? 'text'),
		required: field.required === true,
		isName: field.type === 'resourceLocator',
		list: limits.multipleValues === true || field.type === 'multiOptions',
		values: choices.flatMap((choice) => ('value' in choice ? [choice.value] : [])),
		open: limits.open === true,
		min: limits.minValue,
		max: limits.maxValue,
		aboveMin: limits.aboveMin === true,
		integer: limits.numberPrecision === 0,
		minLength: numberOrUndefined(limits.minLength),
		maxLength: numberOrUndefined(limits.maxLength),
		maxItems: numberOrUndefined(limits.maxItems),
		pattern: textOrUndefined(limits.pattern),
		patternWords: textOrUndefined(limits.patternWords),
		shape: limits.shape === 'object' || limits.shape === 'array' ? limits.shape : undefined,
	};
}

function textOrUndefined(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function numberOrUndefined(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}
