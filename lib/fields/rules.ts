import type { INodeProperties } from 'n8n-workflow';

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

/** What a switch or a choice that is not sent may be, by the path of its parameter. */
export interface UnsentRule extends ValueRule {
	path: string;
}

/** The rules of every switch and choice that is not sent, those inside collections included. */
export function unsentRules(fields: INodeProperties[], parent = ''): UnsentRule[] {
	return fields.flatMap((field): UnsentRule[] => {
		const path = parent + field.name;
		if (field.type === 'collection') return unsentRules(optionsOf(field), `${path}.`);
		const isSent = field.routing?.send !== undefined;
		if (isSent || (field.type !== 'boolean' && field.type !== 'options')) return [];
		return [{ path, ...valueRuleOf(field) }];
	});
}

function optionsOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** The rules of every field that is sent to the wire, those inside collections included. */
export function wireRules(fields: INodeProperties[]): WireRule[] {
	return fields.flatMap((field) => {
		const nested = field.type === 'collection' ? optionsOf(field) : [];
		return [...ruleOf(field), ...wireRules(nested)];
	});
}

function ruleOf(field: INodeProperties): WireRule[] {
	const send = field.routing?.send;
	if (send?.property === undefined) return [];
	return [{ where: send.type ?? 'query', path: send.property, ...valueRuleOf(field) }];
}

function valueRuleOf(field: INodeProperties): ValueRule {
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
