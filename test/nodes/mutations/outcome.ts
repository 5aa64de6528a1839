import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import type { JsonSchema } from '../schemas/schemaOf';

/** How many outcomes there were of each kind, and what should not have been. */
export interface Count {
	items: number;
	errors: number;
	raw: string[];
	odd: string[];
	/** What looks right and is not. */
	quiet: string[];
	hangs: string[];
}

export const noCount = (): Count => ({
	items: 0,
	errors: 0,
	raw: [],
	odd: [],
	quiet: [],
	hangs: [],
});

/** Words that a programmer reads and a user does not. */
const RAW =
	/\b(TypeError|RangeError|SyntaxError|ReferenceError|ZodError|undefined|NaN)\b|\[object |Cannot (read|set|convert|create)|is not (a function|iterable|a constructor|defined)|Unexpected (token|end of JSON)|in JSON at position|Invalid (time|date|array|string) |Maximum call stack|toString/;

const ODD = /^(undefined|null|NaN|Infinity|-Infinity|\[object \w+\]|Invalid [Dd]ate(Time)?)$/;

/** What each model describes in a form of its own. */
const OPEN = new Set(['pricing', 'limits', 'timing']);

/** Whether a message is one of the programming language, and none of ours; what the service itself said does not count. */
export function isRaw(error: Error, sent: string): boolean {
	const found = RAW.exec(error.message)?.[0];
	if (found !== undefined && !sent.includes(found)) return true;
	for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
		if (['TypeError', 'RangeError', 'ReferenceError', 'ZodError'].includes(cause.name)) {
			return !/terminated|fetch failed|aborted/.test(cause.message);
		}
	}
	return false;
}

/** The odd fields of an item: texts and names made of what is no text, and values of another type than the schema of the operation has. */
export function oddFields(
	{ json }: INodeExecutionData,
	sent: string,
	schema: JsonSchema | undefined,
): string[] {
	if (!isRecord(json)) return ['the item is no object'];
	if (Object.keys(json).length === 0) return ['the item is empty'];
	return oddIn(json, sent, schema, '');
}

function oddIn(
	value: unknown,
	sent: string,
	schema: JsonSchema | undefined,
	path: string,
): string[] {
	if (value === null) return [];
	if (value === undefined) return [];
	if (typeof value === 'number' && !Number.isFinite(value)) return [`${path} is ${value}`];
	if (typeof value === 'string' && ODD.test(value) && !sent.includes(`"${value}"`)) {
		return [`${path} is "${value}"`];
	}
	const type = Array.isArray(value) ? 'array' : typeof value;
	if (schema !== undefined && schema.type !== 'null' && schema.type !== type) {
		return [`${path} is ${type} in place of ${schema.type}`];
	}
	if (Array.isArray(value)) {
		return value.flatMap((entry) => oddIn(entry, sent, schema?.items, `${path}[]`));
	}
	if (!isRecord(value)) return [];
	return Object.entries(value as IDataObject).flatMap(([name, inner]) => [
		...(ODD.test(name) ? [`${path} has the field ${name}`] : []),
		...oddIn(
			inner,
			sent,
			OPEN.has(name) || !Object.hasOwn(schema?.properties ?? {}, name)
				? undefined
				: schema?.properties?.[name],
			path === '' ? name : `${path}.${name}`,
		),
	]);
}
