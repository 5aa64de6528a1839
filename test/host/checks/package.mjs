import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageName, repository } from '../paths.mjs';

/** The nodes that the package names, as n8n calls them: dist/nodes/InferenceChat/InferenceChat.node.js is inferenceChat. */
function packagedNodes() {
	const { n8n } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
	return n8n.nodes.map((/** @type {string} */ file) => {
		const [name = ''] = file.split('/').at(-1)?.split('.') ?? [];
		return name[0].toLowerCase() + name.slice(1);
	});
}

/** The schema of a node as it is in the repository. @param {string} node @param {string} path */
const schemaFile = (node, path) =>
	JSON.parse(readFileSync(join(repository, 'nodes', node, '__schema__', `v${path}`), 'utf8'));

/** Every output schema, by the folder of its node and the path that n8n serves it under. */
function shippedSchemas() {
	const files = readdirSync(join(repository, 'nodes'), { recursive: true }).map(String);
	return files.flatMap((file) => {
		const [, node = '', path] = /^(\w+)\/__schema__\/v(.+\.json)$/.exec(file) ?? [];
		return path === undefined ? [] : [{ node, path }];
	});
}

/** What n8n knows of the installed package. @param {import('./checklist.mjs').Scene} scene */
export async function checkPackage({ rest, check }) {
	const nodes = packagedNodes();
	const types = await rest.nodeTypes();
	const names = types.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));

	await check('n8n offers the nodes of the installed package', () => {
		for (const node of nodes) {
			assert.ok(
				names.includes(`${packageName}.${node}`),
				`${node} is missing among ${names.join(', ')}`,
			);
		}
	});

	await check('n8n serves the output schema of every operation', async () => {
		for (const { node, path } of shippedSchemas()) {
			const type = `${packageName}.${node.charAt(0).toLowerCase()}${node.slice(1)}`;
			const response = await rest.open(`/schemas/${encodeURIComponent(type)}/${path}`);
			assert.equal(response.status, 200, `${type}: ${path}`);
			assert.deepEqual(await response.json(), schemaFile(node, path));
		}
	});

	await check('n8n offers every action node as a tool of its AI Agent', () => {
		/** Nodes that serve another node are no tools. @param {string} node */
		const acts = (node) => !/Trigger$|^lmChat|^embeddings/.test(node);
		for (const node of nodes.filter(acts)) {
			assert.ok(
				names.includes(`${packageName}.${node}Tool`),
				`${node}Tool is missing among ${names.join(', ')}`,
			);
		}
	});
}
