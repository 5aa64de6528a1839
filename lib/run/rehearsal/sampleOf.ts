import { badInput } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { REHEARSAL_WORD } from '../../core/rehearsal';
import { problemsOrNote } from '../../core/schemaCheck';

/** A schema may hold itself: from here on, a sample has only what it demands. */
const MAX_OPTIONAL_LEVELS = 5;
const MAX_LEVELS = 60;

/** More than an answer has: two branches in each of sixty levels would never end. */
const MAX_PARTS = 5_000;

interface SampleWalk {
	root: Json;
	partsLeft: number;
}

/** A value that follows a JSON Schema. Throws a ServiceFailure where none is found: JSON of another form would be no rehearsal. */
export function sampleOf(schema: Json): unknown {
	const sample = valueOf(schema, { root: schema, partsLeft: MAX_PARTS }, 0);
	const [problem] = problemsOrNote(schema, sample);
	if (problem === undefined) return sample;
	throw badInput(
		`Not rehearsed: no placeholder follows the JSON Schema of this call: ${problem}`,
		'Give the part of the schema that says so a "default" that follows it.',
	);
}

function valueOf(schema: unknown, walk: SampleWalk, level: number): unknown {
	if (!isRecord(schema) || level > MAX_LEVELS) return REHEARSAL_WORD;
	if (--walk.partsLeft < 0) {
		throw badInput(
			`Not rehearsed: a placeholder that follows the JSON Schema of this call has more than ${MAX_PARTS} parts. Nothing was sent`,
			'Give a part of the schema that repeats a "default", or lower its "minItems".',
		);
	}
	const inner = (part: unknown) => valueOf(part, walk, level + 1);
	const isShort = level > MAX_OPTIONAL_LEVELS;
	const { $ref, enum: values, anyOf, oneOf = anyOf, properties, items, minItems = 1 } = schema;
	if (typeof $ref === 'string') return inner(partAt(walk.root, $ref));
	const given = ['const', 'default'].find((name) => name in schema);
	if (given !== undefined) return schema[given];
	if (Array.isArray(values)) return values[0];
	// The branch that ends a schema which holds itself comes last as a rule.
	if (Array.isArray(oneOf)) return inner(isShort ? oneOf.at(-1) : oneOf[0]);
	switch ([schema.type ?? (properties ? 'object' : items && 'array')].flat()[0]) {
		case 'object': {
			const required = [schema.required ?? []].flat();
			const parts = Object.entries(isRecord(properties) ? properties : {});
			const wanted = parts.filter(([name]) => !isShort || required.includes(name));
			return Object.fromEntries(wanted.map(([name, part]) => [name, inner(part)]));
		}
		case 'array':
			return Array.from({ length: Math.min(1_000, Number(minItems)) }, () => inner(items));
		case 'integer':
		case 'number':
			return Math.min(Number(schema.maximum ?? Infinity), Math.max(1, Number(schema.minimum ?? 1)));
		case 'boolean':
			return true;
		case 'null':
			return null;
		default:
			return textFor(schema);
	}
}

/** What a local reference leads to (RFC 6901). */
function partAt(root: Json, reference: string): unknown {
	const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
	return steps
		.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce<unknown>((part, step) => (isRecord(part) ? part[step] : undefined), root);
}

const TEXTS: Partial<Record<string, string>> = {
	date: '2000-01-01',
	'date-time': '2000-01-01T00:00:00Z',
	email: 'rehearsal@example.com',
	uri: 'https://example.com/?rehearsal',
};

function textFor({ format, minLength = 0, maxLength }: Json): string {
	const text = TEXTS[String(format)] ?? REHEARSAL_WORD;
	const most = typeof maxLength === 'number' ? maxLength : undefined;
	return text.padEnd(Math.min(Number(minLength), 10_000), '.').slice(0, most);
}
