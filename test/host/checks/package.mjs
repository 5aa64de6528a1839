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

/** @param {import('./checklist.mjs').Scene} scene */
async function checkQuietStart({ logFile, check }) {
	if (logFile === undefined) return;
	await check('n8n warns of nothing of this package when it starts', () => {
		const log = readFileSync(logFile, 'utf8');
		const end = log.indexOf('Editor is now accessible');
		assert.ok(end > 0, 'the log holds the start');
		const lines = log.slice(0, end).split('\n');
		const ours = lines.filter((line) => /inference|Custom API options/i.test(line));
		assert.deepEqual(ours, []);
	});
}

/** What n8n knows of the installed package. @param {import('./checklist.mjs').Scene} scene */
export async function checkPackage(scene) {
	const { rest, check } = scene;
	await checkQuietStart(scene);
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

	await check('n8n adds its Custom API Call to the nodes that sign requests', () => {
		const chat = /** @type {any} */ (
			types.find(({ name }) => name === `${packageName}.inferenceChat`)
		);
		const operation = chat.properties.find(
			(/** @type {any} */ field) => field.name === 'operation',
		);
		assert.equal(operation.options.at(-1).value, '__CUSTOM_API_CALL__');
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
