import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { n8n, name as packageName } from '../../package.json';
import { typed } from '../coverage/given';
import { WALLETS, withService } from './withService';

const world = withService();
const root = join(__dirname, '..', '..');

const fileStems = (files: string[]) =>
	files.map((file) => file.split('/').at(-1)?.split('.')[0] ?? '');

const inCamelCase = (className: string) => className.charAt(0).toLowerCase() + className.slice(1);

const nodeNames = fileStems(n8n.nodes).map(inCamelCase);
const credentialNames = fileStems(n8n.credentials).map(inCamelCase);

async function lazily() {
	const loader = new LazyPackageDirectoryLoader(root);
	await loader.loadAll();
	return loader;
}

async function completely() {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	return loader;
}

const iconPaths = ({ iconUrl }: Pick<INodeTypeDescription, 'iconUrl'>) =>
	typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl ?? ''];

beforeAll(() => {
	if (!existsSync(join(root, 'dist/known/nodes.json'))) {
		throw new Error('Nothing is built yet: npm run build');
	}
});

test('n8n starts without requiring a node file', async () => {
	const loader = await lazily();
	expect(loader.isLazyLoaded).toBe(true);
	expect(loader.nodeTypes).toEqual({});
	expect(loader.types.nodes.map(({ name }) => name)).toEqual(nodeNames);
	expect(loader.types.credentials.map(({ name }) => name)).toEqual(credentialNames);
});

test('n8n loads a node and a credential on their first use', async () => {
	const loader = await lazily();
	for (const name of nodeNames) {
		expect(loader.getNode(name).type).toMatchObject({ description: { name } });
	}
	for (const name of credentialNames) {
		expect(loader.getCredential(name).type.name).toBe(name);
	}
});

test.each(credentialNames)('%s is kept to the nodes of this package that take it', async (name) => {
	const loader = await completely();
	const takes = loader.types.nodes.filter(({ credentials = [] }) =>
		credentials.some((one) => one.name === name),
	);
	expect(loader.getCredential(name).type.restrictToSupportedNodes).toBe(true);
	expect(loader.known.credentials[name]?.supportedNodes).toEqual(takes.map((node) => node.name));
});

test.each([
	['API key', 'apiKey', () => world.access],
	['wallet', 'wallet', () => world.walletAccess()],
])('a node works with the credential for the %s as n8n loads it', async (_name, kind, access) => {
	const loader = await lazily();
	world.service.credit(WALLETS.evm.address, 1);
	const { items } = await world.run({
		...access(),
		credentialTypes: credentialNames.map((name) => loader.getCredential(name).type),
		node: loader.getNode('inferenceCryptoRpc').type as INodeType,
		parameters: {
			authentication: kind,
			network: typed('ethereum-mainnet'),
			method: 'eth_chainId',
		},
	});
	expect(items).toMatchObject([{ json: { result: expect.any(String) } }]);
});

test('n8n installs the whole package, and the metadata says the same', async () => {
	const loader = await completely();
	const written = await lazily();
	expect(loader.loadedNodes.map(({ name }) => name)).toEqual(nodeNames);
	expect(loader.known).toEqual(written.known);
	const parameterNames = (types: INodeTypeDescription[]) =>
		types.map(({ properties }) => properties.map(({ name }) => name));
	expect(parameterNames(loader.types.nodes)).toEqual(parameterNames(written.types.nodes));
});

test('n8n finds every credential type of the descriptions that it reads at its start', async () => {
	const { types } = await lazily();
	const named = types.nodes.map(({ credentials = [] }) => credentials);
	expect(named.flat().filter(({ name }) => !credentialNames.includes(name))).toEqual([]);
	const classes = (await completely()).types.nodes;
	const real = classes.map(({ credentials = [] }) =>
		credentials.filter(({ name }) => credentialNames.includes(name)),
	);
	expect(named).toEqual(real);
	expect(classes.flatMap(({ credentials = [] }) => credentials).length).toBeGreaterThan(
		named.flat().length,
	);
});

test('loading twice adds nothing twice', async () => {
	const first = JSON.stringify((await completely()).types);
	expect(JSON.stringify((await completely()).types)).toBe(first);
});

test('every node has its codex, with categories and documentation', async () => {
	const { types } = await lazily();
	for (const { codex } of types.nodes) {
		expect(codex?.categories?.length).toBeGreaterThan(0);
		expect(codex?.alias?.length).toBeGreaterThan(0);
		const links = [
			...(codex?.resources?.primaryDocumentation ?? []),
			...(codex?.resources?.credentialDocumentation ?? []),
		];
		expect(links.map(({ url }) => new URL(url).protocol)).toEqual(['https:', 'https:']);
	}
	for (const [index, file] of Object.entries<string>(n8n.nodes)) {
		const codex = JSON.parse(readFileSync(join(root, `${file}on`), 'utf8'));
		expect(codex.node).toBe(`${packageName}.${nodeNames[Number(index)]}`);
	}
});

test('every icon is there, light and dark', async () => {
	const { types } = await lazily();
	for (const type of [...types.nodes, ...types.credentials]) {
		const paths = iconPaths(type);
		expect(paths).toHaveLength(2);
		for (const path of paths) {
			expect(existsSync(join(root, path.replace(`icons/${packageName}/`, '')))).toBe(true);
		}
	}
});

test('index.js hands on every class under its name', () => {
	const handedOn = jest.requireActual<Record<string, { name: string }>>('../../index.js');
	const named = [...fileStems(n8n.credentials), ...fileStems(n8n.nodes)].sort();
	expect(Object.keys(handedOn).sort()).toEqual(named);
	for (const [className, given] of Object.entries(handedOn)) {
		expect(given.name).toBe(className);
	}
});
