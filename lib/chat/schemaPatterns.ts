import { format, type dereference, type Schema } from '@cfworker/json-schema';

import { isRecord, type Json } from '../core/record';
import { LinearPattern, type PatternBudget } from './linearPattern';

/** As many names of properties are held against patterns. */
const MAX_NAMES = 1_000;

// Its expression takes twice as long with each letter of a host.
format.url = (text) => /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);

/** The patterns of a schema. Throws a SyntaxError or a RangeError for one that is invalid or that cannot be searched for in linear time. */
export function patternsOf({ pattern, patternProperties }: Json): LinearPattern[] {
	const ofNames = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
	return [...ofNames, ...(typeof pattern === 'string' ? [pattern] : [])].map((source) => {
		RegExp(source, 'u');
		return new LinearPattern(source);
	});
}

/**
 * What a validation comes to whose patterns are searched for in linear time: the validator calls a function for each format, and hands patterns to
 * the engine of JavaScript.
 */
export function withLinearPatterns<T>(
	schemasByAddress: ReturnType<typeof dereference>,
	value: unknown,
	budget: PatternBudget,
	validateNow: () => T,
): T {
	const formats: string[] = [];
	for (const part of new Set(Object.values(schemasByAddress))) {
		if (!isRecord(part)) continue;
		const { pattern, patternProperties, allOf = [] } = part as Schema;
		const [linear] = pattern === undefined ? [] : patternsOf({ pattern });
		if (linear !== undefined) {
			const name = `${PATTERN_FORMAT}${linear.source}`;
			format[name] = (text) => linear.test(text, budget);
			formats.push(name);
			part.allOf = [...allOf, { format: name }];
			delete part.pattern;
		}
		if (patternProperties !== undefined)
			part.patternProperties = byExactNames(patternProperties, namesIn(value), budget);
	}
	try {
		return validateNow();
	} finally {
		for (const name of formats) Reflect.deleteProperty(format, name);
	}
}

/** How a format is named that stands for a pattern. */
export const PATTERN_FORMAT = 'pattern ';

/** The same with an expression for each that names what it is found in, which takes no time to search. */
function byExactNames<T>(
	schemas: Record<string, T>,
	names: readonly string[],
	budget: PatternBudget,
): Record<string, T> {
	if (names.length > MAX_NAMES)
		throw new RangeError(`more than ${MAX_NAMES} names meet "patternProperties"`);
	const patterns = patternsOf({ patternProperties: schemas });
	const entries = patterns.map((pattern, index) => {
		const found = names.filter((name) => pattern.test(name, budget)).map(escaped);
		// Two may be found in the same names.
		const exact = `^(?:${found.join('|') || '(?!)'})$${'(?:)'.repeat(index)}`;
		return [exact, schemas[pattern.source] as T] as const;
	});
	return Object.fromEntries(entries);
}

function namesIn(value: unknown): string[] {
	const names = new Set<string>();
	const visit = (one: unknown): void => {
		if (typeof one !== 'object' || one === null) return;
		if (!Array.isArray(one)) for (const name of Object.keys(one)) names.add(name);
		Object.values(one).forEach(visit);
	};
	visit(value);
	return [...names];
}

function escaped(name: string): string {
	return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
