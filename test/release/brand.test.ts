import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import brand from '../../brand.json';
import example from '../../brand.example.json';
import manifest from '../../package.json';

interface Described {
	name: string;
	displayName: string;
	credentials?: Array<{ name: string }>;
	properties: Array<{ name: string; default: unknown }>;
}

const parent = mkdtempSync(join(tmpdir(), 'brand-'));
const folder = join(parent, 'copy');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;

const execute = promisify(execFile);
const writeCopy = (file: string, target: string) =>
	execute(process.execPath, ['.ci/brand.mjs', file, target]);

afterAll(() => rmSync(parent, { recursive: true, force: true }));

it('the neutral brand says what package.json says', () => {
	const { name, description, homepage, author, repository } = manifest;
	expect({ name, description, homepage, author }).toEqual({
		name: brand.packageName,
		description: brand.description,
		homepage: brand.homepage,
		author: brand.author,
	});
	expect(repository.url).toBe(`git+${brand.homepage}.git`);
});

describe('a package with the example brand', () => {
	let nodes: Described[] = [];
	let credentials: Described[] = [];

	beforeAll(async () => {
		await writeCopy('brand.example.json', folder);
		await execute(process.execPath, ['node_modules/gulp/bin/gulp.js', 'build:unchecked'], {
			cwd: folder,
			env: { ...process.env, BRAND: '' },
		});
		nodes = read('dist/types/nodes.json') as Described[];
		credentials = read('dist/types/credentials.json') as Described[];
	});

	it('ships every node and credential under its name, and none under the neutral one', () => {
		const named = read('package.json') as typeof manifest;
		expect(named).toMatchObject({ name: example.packageName, author: example.author });
		const files = [...named.n8n.nodes, ...named.n8n.credentials];
		expect(files).toHaveLength(manifest.n8n.nodes.length + manifest.n8n.credentials.length);
		for (const file of files) expect(existsSync(join(folder, file))).toBe(true);
		const names = [...nodes, ...credentials].flatMap(({ name, displayName }) => [
			name,
			displayName,
		]);
		expect(names.filter((name) => !/nimbus/i.test(name))).toEqual([]);
		expect([...names, ...files].filter((name) => /inference/i.test(name))).toEqual([]);
	});

	it('bundles what the neutral package bundles, by the same names', () => {
		expect(read('.host/bundled.json')).toEqual(
			JSON.parse(readFileSync('.host/bundled.json', 'utf8')),
		);
	});

	it('connects its nodes to its own credentials, with its address and prefix as defaults', () => {
		const known = new Set(credentials.map(({ name }) => name));
		const used = new Set(nodes.flatMap((node) => node.credentials ?? []).map(({ name }) => name));
		expect([...used].filter((name) => !known.has(name))).toEqual([]);
		expect(readFileSync(join(folder, 'dist/bundle.js'), 'utf8')).toContain('"nimbusCloudNone"');
		for (const { properties } of credentials) {
			const usual = (name: string) => properties.find((field) => field.name === name)?.default;
			expect([usual('baseUrl'), usual('namePrefix')]).toEqual([
				example.baseUrl,
				example.namePrefix,
			]);
		}
	});

	it('is found by its aliases, links to its own pages, and its examples use its nodes', () => {
		const codex = readFileSync(join(folder, 'dist/nodes/NimbusChat/NimbusChat.node.json'), 'utf8');
		expect(JSON.parse(codex)).toMatchObject({
			node: 'n8n-nodes-nimbus-cloud.nimbusChat',
			alias: expect.arrayContaining(example.aliases) as string[],
		});
		expect(codex).toContain(`${example.homepage}/blob/main/docs/nodes.md#nimbus-chat`);
		const types = new Set(nodes.map(({ name }) => `${example.packageName}.${name}`));
		const workflow = read('examples/chat-automation.json') as { nodes: Array<{ type: string }> };
		const own = workflow.nodes.filter(
			({ type }) => !/^(?:@n8n\/)?n8n-nodes-(?:base|langchain)\./.test(type),
		);
		expect(own.length).toBeGreaterThan(0);
		for (const { type } of own) expect(types).toContain(type);
	});
});

it('takes the icons of the brand, and writes over no existing folder', async () => {
	const file = join(parent, 'own.json');
	cpSync('icons', join(parent, 'own'), { recursive: true });
	writeFileSync(join(parent, 'own', 'chat.svg'), '<svg/>');
	writeFileSync(file, JSON.stringify({ ...example, icons: 'own' }));
	await writeCopy(file, join(parent, 'painted'));
	expect(readFileSync(join(parent, 'painted', 'icons', 'chat.svg'), 'utf8')).toBe('<svg/>');
	await expect(writeCopy(file, join(parent, 'own'))).rejects.toThrow('is not replaced');
	expect(existsSync(join(parent, 'own', 'chat.svg'))).toBe(true);
});

it.each([
	{
		packageName: 'nimbus',
		service: 'nimbus cloud',
		nodes: 'Nimbus Cloud',
		baseUrl: 'http://api.nimbus.example.com',
		namePrefix: 'Nimbus!',
	},
	{ icons: 'no-such-folder' },
])('refuses %j with a sentence for each', async (values) => {
	const file = join(parent, 'odd.json');
	writeFileSync(file, JSON.stringify({ ...example, ...values }));
	const said = await writeCopy(file, join(parent, 'odd')).catch(String);
	for (const name of Object.keys(values)) expect(said).toMatch(`odd.json: ${name} `);
});
