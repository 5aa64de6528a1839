import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import ts from 'typescript';
import { withService } from './withService';

/** The files of the worked example: a path in backticks, then the block that is its content or its change. */
const FILES = [
	...readFileSync('docs/maintainers/operations.md', 'utf8').matchAll(
		/^`([^`]+\.ts)`:\n\n```(ts|diff)\n([^]*?)^```$/gm,
	),
].map(([, path = '', kind, text = '']) => ({ path, kind, text }));

const ADDED = FILES.filter(({ kind }) => kind === 'ts');
/** The second operation again, without a price. */
const UNPRICED = 'nodes/InferenceWeb/operations/document/unpriced.operation.ts';

/** A file with the hunks of a change applied; throws when a hunk does not fit exactly once. */
function patched(source: string, change: string): string {
	return change.split(/^@@\n/m).reduce((text, hunk) => {
		const lines = hunk.trimEnd().split('\n');
		const side = (other: string) =>
			lines
				.filter((line) => !line.startsWith(other))
				.map((line) => line.slice(1))
				.join('\n');
		const parts = text.split(side('+'));
		if (parts.length !== 2) throw new Error(`Does not fit: ${hunk}`);
		return parts.join(side('-'));
	}, source);
}

/** The package with the example in it: what it changes is copied, the rest is the repository's own. */
function withExample(): string {
	mkdirSync('.host', { recursive: true });
	const root = mkdtempSync(resolve('.host', 'worked-example-'));
	mkdirSync(join(root, 'nodes'));
	for (const name of ['lib', 'nodes/common']) symlinkSync(resolve(name), join(root, name));
	for (const name of ['InferenceModels', 'InferenceWeb'])
		cpSync(`nodes/${name}`, join(root, 'nodes', name), { recursive: true });
	for (const { path, kind, text } of FILES) {
		const target = join(root, path);
		writeFileSync(target, kind === 'diff' ? patched(readFileSync(target, 'utf8'), text) : text);
	}
	writeFileSync(
		join(root, UNPRICED),
		(FILES[2]?.text ?? '').replace(/^.*priceOfWebCall.*\n/gm, ''),
	);
	return root;
}

const { options } = ts.convertCompilerOptionsFromJson(
	(ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config as Config)
		.compilerOptions,
	'.',
);
interface Config {
	compilerOptions: object;
}

/** What TypeScript says against a file of the example. */
function complaints(path: string): string[] {
	return ts
		.getPreEmitDiagnostics(program, program.getSourceFile(join(root, path)))
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const world = withService();
let root: string;
let program: ts.Program;
beforeAll(() => {
	root = withExample();
	const rootNames = [...ADDED, { path: UNPRICED }].map(({ path }) => join(root, path));
	const host = {
		...ts.createCompilerHost(options),
		jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
	};
	program = ts.createProgram({
		rootNames,
		options: { ...options, noEmit: true, skipLibCheck: true },
		host,
	});
});
afterAll(() => rmSync(root, { recursive: true }));

/** A node of the package with an example in it. */
function nodeOf(name: string): INodeType {
	const file = join(root, 'nodes', name, `${name}.node.ts`);
	const { [name]: Node } = jest.requireActual<Record<string, new () => INodeType>>(file);
	if (!Node) throw new Error(`${file} has no ${name}`);
	return new Node();
}

it('are two new files and a change of their nodes', () => {
	expect(FILES.map(({ path, kind }) => [kind, path])).toEqual([
		['ts', 'nodes/InferenceModels/operations/trait/get.operation.ts'],
		['diff', 'nodes/InferenceModels/InferenceModels.node.ts'],
		['ts', 'nodes/InferenceWeb/operations/document/countTokens.operation.ts'],
		['diff', 'nodes/InferenceWeb/InferenceWeb.node.ts'],
	]);
});

it.each(ADDED)('has the types of an operation: $path', ({ path }) => {
	expect(complaints(path)).toEqual([]);
});

it('does not have them without a price', () => {
	expect(complaints(UNPRICED).join()).toContain('does not satisfy');
});

describe('the paid operation with a file that the development page adds', () => {
	const action = { resource: 'document', operation: 'countTokens' };
	const data = { data: Buffer.from('# Notes').toString('base64'), mimeType: 'text/markdown' };
	const items = [{ json: {}, binary: { data: { ...data, fileName: 'notes.md' } } }];

	it('uploads the file, and says what was charged', async () => {
		const { outputs, error } = await world.run({
			node: nodeOf('InferenceWeb'),
			items,
			parameters: action,
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toMatchObject([
			{ json: { fileName: 'notes.md', tokens: 2, cost: { amount: 0.01, currency: 'USD' } } },
		]);
	});

	it('refuses an item without a file before anything is sent', async () => {
		const { error } = await world.run({
			node: nodeOf('InferenceWeb'),
			items: [...items, { json: {} }],
			parameters: action,
		});
		expect(error?.message).toContain('no file');
		expect(world.service.journal).toEqual([]);
	});

	it('sends nothing in a dry run, without a line of its own', async () => {
		const options = { cost: { dryRun: true } };
		const { outputs, error } = await world.run({
			node: nodeOf('InferenceWeb'),
			items,
			parameters: { ...action, options },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toMatchObject([{ json: { estimate: { amount: 0.01 } } }]);
		expect(world.service.journal).toEqual([]);
	});
});

describe('the operation that the development page adds', () => {
	const action = { resource: 'trait', operation: 'get' };
	let node: INodeType;
	beforeAll(() => {
		node = nodeOf('InferenceModels');
	});

	it('sends its request and turns the answer into an item', async () => {
		const { items } = await world.run({
			node,
			parameters: { ...action, type: 'image', trait: 'default' },
		});
		expect(world.service.journal).toMatchObject([
			{ method: 'GET', path: '/models/traits', query: { type: 'image' } },
		]);
		expect(items).toEqual([
			{ json: { trait: 'default', model: expect.any(String) as string }, pairedItem: { item: 0 } },
		]);
	});

	it('refuses a type that it does not offer, before anything is sent', async () => {
		const parameters = { ...action, type: '={{ "video" }}' };
		const { error } = await world.run({ node, parameters });
		expect(error?.message).toBe('Type must be one of image, text, but "video" was given');
		expect(world.service.journal).toEqual([]);
	});

	it('says that no model has a trait, in the words of its file', async () => {
		const { error } = await world.run({ node, parameters: { ...action, trait: 'nonsense' } });
		expect(error?.message).toBe('No model has the trait "nonsense"');
	});

	it('tries a busy service again, without a line of its own', async () => {
		world.service.fault({ path: '/models/traits', status: 503, body: {} });
		const { items } = await world.run({ node, parameters: action });
		expect(items).toHaveLength(1);
		expect(world.service.journal).toHaveLength(2);
	});
});
