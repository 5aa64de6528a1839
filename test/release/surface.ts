import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ICredentialType, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { allParameters, choices } from '../nodes/parameters';

/** What saved workflows depend on, by node or credential: each parameter and output by its place, with what must stay as it is. */
export type Surface = Record<string, Record<string, string>>;

type Json = Record<string, unknown>;

/** The surface of a node: its parameters where they are shown, their type, default and values, and its outputs. */
export function nodeSurface(
	description: INodeTypeDescription,
	schemas: Array<{ operation: string; schema: Json }>,
): Record<string, string> {
	const { version, inputs, outputs, credentials = [] } = description;
	return sorted([
		['version', JSON.stringify(version)],
		['inputs', JSON.stringify(inputs)],
		['outputs', JSON.stringify(outputs)],
		...credentials.map(({ name }): Entry => [`credential ${name}`, 'offered']),
		...parameterEntries(description.properties),
		...schemas.flatMap(({ operation, schema }) => outputEntries(`output ${operation}`, schema)),
	]);
}

/** The surface of a credential: its fields, which keep their values in n8n's database. */
export function credentialSurface({ properties }: ICredentialType): Record<string, string> {
	return sorted(parameterEntries(properties));
}

/** The output schemas that ship with a node. */
export function schemasOf(className: string): Array<{ operation: string; schema: Json }> {
	const folder = join('nodes', className, '__schema__');
	let files: string[] = [];
	try {
		files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	} catch {
		// A sub-node has no output of its own.
	}
	return files
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({
			operation: file.replace(/^v[\d.]+\//, '').replace(/\.json$/, ''),
			schema: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json,
		}));
}

type Entry = [string, string];

function sorted(entries: Entry[]): Record<string, string> {
	return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Where a parameter is shown at the top: by resource and operation, one each, as other conditions may be relaxed. */
function placesOf({ displayOptions }: INodeProperties): string[] {
	const { resource = [''], operation = [''] } = displayOptions?.show ?? {};
	return resource.flatMap((one) => operation.map((other) => `${String(one)} ${String(other)}`));
}

function parameterEntries(properties: INodeProperties[]): Entry[] {
	const tops = properties.flatMap((property) =>
		placesOf(property).map((place) => [property, place] as const),
	);
	return tops.flatMap(([top, place]) =>
		allParameters([top])
			.filter(({ property }) => !['notice', 'callout'].includes(property.type))
			.flatMap(({ path, property }): Entry[] => {
				const where = `${place} ${path}`.trim();
				const required = property.required === true ? ' required' : '';
				return [
					[where, `${property.type} default ${JSON.stringify(property.default)}${required}`],
					...choices(property).map(({ value }): Entry => [`${where} = ${String(value)}`, 'value']),
				];
			}),
	);
}

function outputEntries(place: string, schema: Json): Entry[] {
	const { type, properties, items } = schema as { type?: unknown; properties?: Json; items?: Json };
	const own: Entry[] = [[place, JSON.stringify(type ?? 'any')]];
	const inner = Object.entries(properties ?? {}).flatMap(([name, one]) =>
		outputEntries(`${place}.${name}`, one as Json),
	);
	return [...own, ...inner, ...(items ? outputEntries(`${place}[]`, items) : [])];
}

/** The resource and the operation that a parameter belongs to. */
const operationOf = (place: string) =>
	place
		.replace(/ = .*$/, '')
		.split(' ')
		.slice(0, -1)
		.join(' ');

/** What a change would break for workflows that were saved before it, a sentence each. */
export function brokenBy(before: Surface, now: Surface): string[] {
	return Object.entries(before).flatMap(([owner, entries]) => {
		const own = now[owner];
		if (own === undefined) return [`${owner} is gone`];
		const changed = Object.entries(entries).flatMap(([place, was]) => {
			const is = own[place];
			if (is === undefined) return [`${owner}: ${place} is gone`];
			return is === was ? [] : [`${owner}: ${place} was ${was}, and is ${is}`];
		});
		const operations = new Set(Object.keys(entries).map(operationOf));
		const required = Object.entries(own)
			.filter(([place, is]) => !(place in entries) && is.endsWith('default "" required'))
			// No node was saved with an operation that is new.
			.filter(([place]) => operations.has(operationOf(place)))
			.map(([place]) => `${owner}: ${place} is new and required, so that saved nodes lack it`);
		return [...changed, ...required];
	});
}
