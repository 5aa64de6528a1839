import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { schemaOf } from './schemaOf';

const NODES = join(__dirname, '..', '..', '..', 'nodes');

/** Counted up when the shape of a schema changes; n8n wants one. */
const VERSION = 1;

/** Where n8n looks for the output schema of an operation; the trigger has neither resource nor operation. */
export function schemaPath(node: string, resource: string | undefined, operation: string): string {
	const names = [resource, operation].filter((name) => name !== undefined && name !== '');
	return join(node, '__schema__', `${['v1.0.0', ...names].join('/')}.json`);
}

/** The file of a schema made from the items of an operation. */
export async function schemaFile(path: string, items: unknown[]): Promise<string> {
	const options = await resolveConfig(join(NODES, path));
	const schema = { ...schemaOf(items), version: VERSION };
	return await format(JSON.stringify(schema), { ...options, parser: 'json' });
}

export function readSchema(path: string): string {
	const file = join(NODES, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function writeSchema(path: string, content: string): void {
	const file = join(NODES, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
}

/** Every schema file beside the nodes. */
export function schemaPaths(): string[] {
	return readdirSync(NODES, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('__schema__'))
		.map((entry) => relative(NODES, join(entry.parentPath, entry.name)));
}
