import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

const read = (file: string) => readFileSync(file, 'utf8');
const sources = ['lib', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/** The matches in shipped code without comments, and the files that hold them. */
function found(pattern: RegExp) {
	const files = sources.filter((file) =>
		pattern.test(read(file).replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')),
	);
	return files.map((file) => file.split('\\').join('/')).sort();
}

/** The files that a row of the page names for a question. */
function namedFor(question: string) {
	const row = read('docs/maintainers/release.md')
		.split('\n')
		.find((line) => line.startsWith(`| ${question}`));
	const cell = row?.split(' | ').at(-1) ?? '';
	return [...cell.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, file = '']) => file).sort();
}

it('the bundle is not minified, and names the source of each part', () => {
	const lines = read('dist/bundle.js').split('\n');
	expect(lines.length).toBeGreaterThan(20_000);
	expect(lines).toContain('// lib/wire/exchange.ts');
	expect(namedFor('Why one bundle?').every((file) => existsSync(file))).toBe(true);
});

it('httpRequest is used for requests without a key alone, and nothing else reaches the network', () => {
	const [signing, open, test] = namedFor('Does every request use');
	expect(found(/\bhelpers\.httpRequest\(/)).toEqual([open]);
	expect(found(/\{ httpRequestWithAuthentication \} = /)).toEqual([signing]);
	expect(found(/\bhelpers\.request\(/)).toEqual([test]);
	expect(found(/\bfetch\((?!page\b)|\bWebSocket\b|\bXMLHttpRequest\b/)).toEqual([]);
});

it('nothing of Node.js but crypto is imported', () => {
	expect(found(/from 'node:(?!crypto')|require\('(?!@n8n\/ai-node-sdk')/)).toEqual([]);
	expect(found(/\bprocess\.(?:env|cwd|exit|argv)\b|globalThis/)).toEqual([]);
});

it('waits only where the page says', () => {
	const waits = found(/\bsleep[^;]* from 'n8n-workflow'|AbortSignal\.timeout\(/);
	expect(waits).toEqual(namedFor('Timers?'));
	expect(found(/\bset(?:Timeout|Interval|Immediate)\(/)).toEqual([]);
});

it('names no host but those of the page', () => {
	const host =
		/https?:\/\/(?!repository\.example|(?:[a-z.]+\.)?example\.(?:com|org)|www\.w3\.org)\w+\./;
	expect(found(host)).toEqual(namedFor('Telemetry?'));
});

it('every node that n8n routes hides its credentials from expressions', () => {
	const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[] } };
	const nodes = n8n.nodes.map((file) => {
		const classes = jest.requireActual<Record<string, new () => INodeType>>(resolve(file));
		return Object.values(classes).map((Type) => new Type().description)[0] as INodeTypeDescription;
	});
	const known = Object.keys(JSON.parse(read('dist/known/credentials.json')) as object);
	const hidden = nodes.filter(
		({ credentials: [first] = [] }) => first && !known.includes(first.name),
	);
	const routed = nodes.filter(({ requestDefaults }) => requestDefaults !== undefined);
	expect(hidden.map(({ name }) => name)).toEqual(routed.map(({ name }) => name));
	for (const { credentials: [first, ...real] = [] } of hidden) {
		expect(first).toMatchObject({ name: 'inferenceServiceNone', required: false });
		expect(first?.displayOptions?.show?.['@version']).toEqual([0]);
		expect(real.every(({ name }) => known.includes(name))).toBe(true);
	}
});
