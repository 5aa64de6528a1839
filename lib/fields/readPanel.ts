import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../core/execution';
import { isRecord, type Json } from '../core/record';
import { accept, unknownChoiceWarning } from './accept';
import { optionsOf, sentAs, valueRuleOf } from './rules';

/** Where the fields of a panel are read from. */
export interface PanelSource {
	/** The parameters as they are written, with their expressions. */
	written: Json;
	/** What an expression returns, by the path of its parameter. */
	evaluate(path: string): unknown;
	isTool: boolean;
	/** The IANA time zone that times without one are in. */
	zone: string;
}

/** What the fields of a panel hold. */
export interface PanelValues {
	/** What is shown, by name. */
	parameters: Parameters;
	/** What of it is sent, by its names on the wire. */
	body: Json;
	query: Json;
	/** A sentence for each word that is not known here and is sent as it is. */
	warnings: string[];
}

/** A value chosen from a list of the service or entered by hand. */
export interface Locator {
	mode?: unknown;
	value: unknown;
}

/** Where fields stand: their path, what follows their labels in a sentence, and whether n8n has evaluated what is around them. */
interface Place {
	path: string;
	place?: string;
	isEvaluated?: boolean;
}

/** The fields of the panel, of a collection, or of a row, and what is known of them so far. */
interface Level {
	values: Json;
	/** What the field of that name holds; undefined where it is not shown. */
	valueOf(name: string): unknown;
}

/**
 * Reads each field that is shown once, by its own path, and checks it by its rule. A field decides whether another is shown by what its
 * expression returns. What an expression leaves empty is null: it is set all the same. Numbers, switches, choices and texts that are sent
 * have their types; other texts and JSON are as n8n has them. Throws a ServiceFailure for a value that cannot be.
 */
export function readPanel(fields: INodeProperties[], source: PanelSource): PanelValues {
	const reading = new PanelReading(source);
	const { values } = reading.readLevel(fields, source.written, { path: '' });
	const { body, query, warnings } = reading;
	return { parameters: { options: {}, ...values }, body, query, warnings };
}

class PanelReading {
	readonly body: Json = {};

	readonly query: Json = {};

	readonly warnings: string[] = [];

	private root?: Level;

	constructor(private readonly source: PanelSource) {}

	readLevel(
		fields: INodeProperties[],
		written: Json,
		{ path, place = '', isEvaluated = false }: Place,
	): Level {
		const seen = new Set<INodeProperties>();
		const level: Level = {
			values: {},
			valueOf(name) {
				for (const field of fields) if (field.name === name) readField(field);
				return level.values[name];
			},
		};
		this.root ??= level;
		const readField = (field: INodeProperties) => {
			const { name } = field;
			if (seen.has(field) || !Object.hasOwn(written, name)) return;
			seen.add(field);
			if (!this.isShown(field, level)) return;
			const at = { path: path + name, place, isEvaluated };
			level.values[name] = this.valueOf(field, written[name], at);
		};
		for (const field of fields) readField(field);
		return level;
	}

	private isShown({ displayOptions }: INodeProperties, level: Level): boolean {
		if (displayOptions === undefined) return true;
		const { show = {}, hide = {} } = displayOptions;
		const holdsOneOf = ([name, wanted]: [string, unknown[] | undefined]) =>
			[this.controllerOf(name, level)].flat().some((value) => wanted?.includes(value));
		return Object.entries(show).every(holdsOneOf) && !Object.entries(hide).some(holdsOneOf);
	}

	private controllerOf(name: string, level: Level): unknown {
		if (name === '@tool') return this.source.isTool;
		return name.startsWith('/') ? this.root?.valueOf(name.slice(1)) : level.valueOf(name);
	}

	private valueOf(field: INodeProperties, written: unknown, at: Place): unknown {
		const isGroup = field.type === 'collection' || field.type === 'fixedCollection';
		// Each field of a group is read by its own path, unless one expression stands for all of them.
		const { value, ...inner } = this.evaluated(
			written,
			at,
			isGroup ? isExpression(written) : hasExpression(written),
		);
		if (field.type === 'fixedCollection') return this.rowsOf(field, value, inner);
		if (field.type === 'collection') return this.valuesIn(optionsOf(field), value, inner);
		return this.acceptValue(field, value, at.place) ?? null;
	}

	/** A value, and the place of what is in it. */
	private evaluated(
		written: unknown,
		{ isEvaluated = false, ...at }: Place,
		isWritten: boolean,
	): Place & { value: unknown } {
		if (isEvaluated || !isWritten) return { ...at, isEvaluated, value: written };
		return { ...at, isEvaluated: true, value: this.source.evaluate(at.path) };
	}

	private valuesIn(fields: INodeProperties[], given: unknown, at: Place): Json {
		const path = `${at.path}.`;
		return this.readLevel(fields, isRecord(given) ? given : {}, { ...at, path }).values;
	}

	/** The rows of each kind that a field has, or its one row. */
	private rowsOf({ options = [] }: INodeProperties, given: unknown, at: Place): Json {
		const groups = isRecord(given) ? given : {};
		const values: Json = {};
		for (const option of options) {
			if (!('values' in option) || !Object.hasOwn(groups, option.name)) continue;
			const { name, displayName } = option;
			const written = groups[name];
			const place = { ...at, path: `${at.path}.${name}` };
			const { value: rows, ...inner } = this.evaluated(written, place, isExpression(written));
			const rowAt = (row: unknown, index: number) =>
				this.valuesIn(option.values, row, {
					...inner,
					...{ path: `${inner.path}[${index}]`, place: ` of ${displayName} ${index + 1}` },
				});
			values[name] = Array.isArray(rows)
				? rows.map(rowAt)
				: this.valuesIn(option.values, rows, inner);
		}
		return values;
	}

	private acceptValue(field: INodeProperties, given: unknown, place = ''): unknown {
		const sent = sentAs(field);
		const isLocator = field.type === 'resourceLocator';
		const chosen = isLocator && isRecord(given) && 'mode' in given ? given.value : given;
		if (sent === undefined && !TYPED.includes(field.type))
			return isLocator ? locatorOf(given, chosen) : chosen;
		const described = valueRuleOf(field);
		const rule = place === '' ? described : { ...described, label: described.label + place };
		const value = accept(rule, chosen, this.source.zone);
		if (sent !== undefined && value !== undefined) {
			putAt(sent.where === 'body' ? this.body : this.query, sent.path, value);
			this.warnings.push(...unknownChoiceWarning(rule, value));
		}
		// The text of JSON has digits that its value may lack.
		if (rule.kind === 'json') return chosen;
		return isLocator ? locatorOf(given, value) : value;
	}
}

/** Fields whose value has one type, also where it is not sent. */
const TYPED = ['boolean', 'multiOptions', 'number', 'options'];

function locatorOf(given: unknown, value: unknown): Locator {
	return { mode: isRecord(given) ? given.mode : undefined, value: value ?? null };
}

function isExpression(written: unknown): written is string {
	return typeof written === 'string' && written.startsWith('=');
}

/** Whether there is an expression in a value, at any depth. */
function hasExpression(written: unknown): boolean {
	if (typeof written !== 'object' || written === null) return isExpression(written);
	return Object.values(written).some(hasExpression);
}

/** Puts a value under its name on the wire; dots nest. */
function putAt(holder: Json, path: string, value: unknown): void {
	const steps = path.split('.');
	const name = steps.pop() ?? path;
	let place = holder;
	for (const step of steps) {
		const inner = place[step];
		place = isRecord(inner) ? inner : (place[step] = {});
	}
	place[name] = value;
}
