import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';

import { cut } from './cut';
import { messageOf } from './failure';
import { LinearPattern } from './linearPattern';
import { isRecord, type Json } from './record';

/** What a check may still take, and the patterns that it could not search for, in linear time or at all. */
export interface CheckBudget {
	references: number;
	steps: number;
	unchecked: Set<string>;
}

/** More than any answer takes, and a moment. Two references in each schema of a chain double the work with each step. */
const MAX_REFERENCES = 30_000;
/** More than an answer takes, and part of a second. */
const MAX_PATTERN_STEPS = 3_000_000;
/** As many as a person, or a model, reads. */
const MAX_PROBLEMS = 10;
/** Which errors are looked through for the ones that say most, each beside all others. */
const MAX_ERRORS = 1_000;
/** As many names of properties are held against patterns. */
const MAX_NAMES = 1_000;

export const newCheckBudget = (): CheckBudget => ({
	...{ references: MAX_REFERENCES, steps: MAX_PATTERN_STEPS, unchecked: new Set() },
});

/** Throws for a schema with an invalid pattern, or with a reference that leads nowhere or never ends. */
export function rejectBrokenSchema(schema: Json): void {
	const schemasByAddress = dereference(structuredClone(schema) as Schema);
	for (const part of Object.values(schemasByAddress)) {
		if (!isRecord(part)) continue;
		rejectInvalidPatterns(part);
		const { $ref, __absolute_ref__: address } = part as Schema;
		if ($ref !== undefined && schemasByAddress[address ?? ''] === undefined)
			throw new TypeError(`"${$ref}" is not in it`);
	}
	const budget = newCheckBudget();
	for (const value of [null, {}, []]) problemsOf(schema, value, budget);
}

function rejectInvalidPatterns({ pattern, patternProperties }: Json): void {
	const ofNames = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
	const sources = [...ofNames, ...(typeof pattern === 'string' ? [pattern] : [])];
	for (const source of sources) RegExp(source, 'u');
}

/** The same, with why it cannot be checked as a problem. */
export function problemsOrNote(schema: Json, value: unknown, budget?: CheckBudget): string[] {
	try {
		return problemsOf(schema, value, budget);
	} catch (error) {
		return [`it cannot be checked: ${cut(messageOf(error), 200).text}`];
	}
}

/** Where a value breaks which rule of a schema. Throws where that takes too long. */
export function problemsOf(schema: Json, value: unknown, budget = newCheckBudget()): string[] {
	// The validator writes into its schema.
	const copy = structuredClone(schema) as Schema;
	const schemasByAddress = dereference(copy);
	countReferences(schemasByAddress, budget);
	const instance = withoutPrototypes(value);
	const draft = schemaDraftOf(schema);
	searchInLinearTime(schemasByAddress, value, budget);
	const { errors: all } = validate(instance, copy, draft, schemasByAddress, false);
	const errors = all.slice(0, MAX_ERRORS);
	if (errors.length === 0) return [];
	const leaves = errors.filter((one) => !errors.some((other) => isDetailOf(other, one)));
	const words = [...new Set((leaves.length > 0 ? leaves : errors).map(problemText))];
	return words.slice(0, MAX_PROBLEMS);
}

/** The validator reads a reference each time that it follows it. */
function countReferences(
	schemasByAddress: ReturnType<typeof dereference>,
	budget: CheckBudget,
): void {
	for (const part of new Set(Object.values(schemasByAddress))) {
		if (!isRecord(part)) continue;
		for (const keyword of ['$ref', '$recursiveRef']) {
			const target = part[keyword];
			if (target === undefined) continue;
			const get = () => {
				budget.references -= 1;
				if (budget.references >= 0) return target;
				throw new RangeError(`its references are followed more than ${MAX_REFERENCES} times`);
			};
			Object.defineProperty(part, keyword, { get });
		}
	}
}

function schemaDraftOf({ $schema }: Json): '4' | '7' | '2019-09' | '2020-12' {
	const given = String($schema);
	if (/draft-0?4/.test(given)) return '4';
	if (/draft-0?[67]/.test(given)) return '7';
	return given.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The same without what each object inherits, which the validator would take for its fields. */
function withoutPrototypes(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPrototypes);
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(
		([name, inner]) => [name, withoutPrototypes(inner)] as const,
	);
	return Object.setPrototypeOf(Object.fromEntries(fields), null);
}

/** Whether one says in detail what another one says; a schema `false` says less than the rule that it belongs to. */
function isDetailOf(detail: OutputUnit, whole: OutputUnit): boolean {
	if (whole.keyword === 'false') return detail.keyword !== 'false';
	return (
		detail.keyword !== 'false' && detail.keywordLocation.startsWith(`${whole.keywordLocation}/`)
	);
}

function problemText({ instanceLocation, keyword, error }: OutputUnit): string {
	const [, json] = /^Instance does not match any of (".*")\.$/s.exec(error) ?? [];
	const rule = json && String(JSON.parse(json));
	const words = error.replace(/^Instance\b/, 'the value').replace(/\.$/, '');
	const [broken = ''] = rule ? rule.split(' ') : [keyword];
	const problem = rule ? `String does not match ${rule}` : words;
	return cut(`${pathText(instanceLocation)} breaks "${broken}": ${problem}`, 300).text;
}

/** A JSON Pointer (RFC 6901) as n8n writes places. */
function pathText(pointer: string): string {
	const steps = pointer.split('/').slice(1);
	const names = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
	const place = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
	return place === '' ? 'the whole' : place.replace(/^\./, '');
}

/**
 * Has the validator ask for patterns what searches in linear time, in place of the engine of JavaScript, which may take forever. What cannot be
 * searched for is not checked.
 */
function searchInLinearTime(
	schemasByAddress: ReturnType<typeof dereference>,
	value: unknown,
	budget: CheckBudget,
): void {
	const parts = [...new Set(Object.values(schemasByAddress))].filter(isRecord);
	const searching = parts.filter(
		(part) => 'pattern' in part || 'patternProperties' in part || part.format === 'url',
	);
	if (searching.length === 0) return;
	const { scalars, names } = scalarsIn(value);
	const all = [...scalars, ...names];
	for (const part of searching) {
		const { pattern, format, patternProperties, allOf = [] } = part as Schema;
		if (patternProperties !== undefined) replaceNamePatterns(part, [...names], budget);
		const texts = [
			...(pattern === undefined
				? []
				: [new FoundTexts(all, 'pattern', pattern, testOf(pattern, budget), budget)]),
			...(format === 'url' ? [new FoundTexts(all, 'format', format, isUrl, budget)] : []),
		];
		part.allOf = [...allOf, ...texts.map((found) => ({ enum: found }))];
		delete part.pattern;
		if (format === 'url') delete part.format;
	}
}

/** The expression of the validator takes twice as long with each letter of a host. */
const isUrl = (text: string) => /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);

/** Many times as fast as a step of a search. */
const COMPARISON_STEPS = 0.25;

/** Those of the texts of a value that a test finds: the validator asks `enum` whether it has a value, without a word of what that is. */
class FoundTexts extends Array<string> {
	/** Values are asked for near each other as a rule. */
	private last = 0;

	constructor(
		private readonly all: readonly unknown[],
		private readonly keyword: string,
		private readonly source: string,
		private readonly test: (text: string) => boolean,
		private readonly budget: CheckBudget,
	) {
		super();
	}

	override some(isIt: (value: string, index: number, texts: string[]) => unknown): boolean {
		const { all, last, budget } = this;
		for (let turn = 0; turn < 2 * all.length; turn++) {
			const index = turn % 2 === 0 ? last + turn / 2 : last - (turn + 1) / 2;
			if (index < 0 || index >= all.length) continue;
			if ((budget.steps -= COMPARISON_STEPS) < 0) {
				budget.unchecked.add(this.source);
				return true;
			}
			const value = all[index] as string;
			if (!isIt(value, index, this)) continue;
			this.last = index;
			return typeof value !== 'string' || this.test(value);
		}
		// It is a list or an object.
		return true;
	}

	/** For the words of the error. */
	toJSON(): string {
		return `${this.keyword} "${this.source}"`;
	}
}

function testOf(source: string, check: CheckBudget): (text: string) => boolean {
	let pattern: LinearPattern | undefined;
	try {
		pattern = new LinearPattern(source);
	} catch {
		// It cannot be searched for in linear time.
	}
	return (text) => {
		try {
			if (pattern !== undefined) return pattern.test(text, check);
		} catch {
			// It takes too long.
		}
		check.unchecked.add(source);
		return true;
	};
}

/** Puts an expression for each that names what it is found in, which takes no time to search; without those, no name can be said to be one too many. */
function replaceNamePatterns(part: Json, names: readonly string[], check: CheckBudget): void {
	const schemas = part.patternProperties as Record<string, unknown>;
	const entries = Object.entries(schemas).map(([source, schema], index) => {
		if (names.length > MAX_NAMES) check.unchecked.add(source);
		const found = check.unchecked.has(source) ? [] : names.filter(testOf(source, check));
		// Two may be found in the same names.
		const exact = `^(?:${found.map(escaped).join('|') || '(?!)'})$${'(?:)'.repeat(index)}`;
		return [exact, schema] as const;
	});
	part.patternProperties = Object.fromEntries(entries);
	if (!Object.keys(schemas).some((source) => check.unchecked.has(source))) return;
	for (const keyword of ['patternProperties', 'additionalProperties', 'unevaluatedProperties'])
		Reflect.deleteProperty(part, keyword);
}

function scalarsIn(value: unknown): { scalars: Set<unknown>; names: Set<string> } {
	const [scalars, names] = [new Set<unknown>(), new Set<string>()];
	const visit = (one: unknown): void => {
		if (typeof one !== 'object' || one === null) return void scalars.add(one);
		if (!Array.isArray(one)) for (const name of Object.keys(one)) names.add(name);
		Object.values(one).forEach(visit);
	};
	visit(value);
	return { scalars, names };
}

function escaped(name: string): string {
	return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
