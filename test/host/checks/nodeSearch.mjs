import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { findChromium, openEditor } from '../browser.mjs';
import { hostFolder, packageName } from '../paths.mjs';
import { browseNodes, openCreator, searchNodes } from '../nodeCreator.mjs';

/** @typedef {Record<string, string>} Rows what is typed, and the node that has to be among the first three */

/**
 * What people look for. `everywhere`: in the editor's node creator and in the search of n8n's AI builders; the others in one
 * of them, as the builders weigh every word of a query on its own, and names above aliases. `first`: what the node creator of actions has
 * to name before all others, as a trigger of the same words starts a workflow and reports nothing. `outOfReach`: what the builders do not
 * find among the first three, with its place among the five that they get, and why no alias changes that. `usual`: what is searched
 * for often and is not ours.
 * @type {{ everywhere: Rows, nodeCreator: Record<string, Rows>, builder: Rows, first: Rows, usual: string[], outOfReach: Record<string, { node: string, place: number | null, reason: string }> }}
 */
const searches = JSON.parse(readFileSync(join(hostFolder, 'checks', 'nodeSearches.json'), 'utf8'));

const shown = 3;

/** Where nodes are found without a search: the panel, the entry in it, and what is listed there. */
const shelves = /** @type {const} */ ([
	['actions', 'Action in an app', ['Chat', 'Decisions', 'Image', 'Billing', 'Crypto RPC', 'X402']],
	['triggers', 'On app event', ['Usage Trigger']],
]);

/** The search that n8n's AI builders use, over every node that this n8n offers. @param {import('./checklist.mjs').Scene} scene */
export async function checkBuilderSearch({ rest, check }) {
	const { NodeTypeParser } = await import('@n8n/ai-utilities/node-catalog');
	const types = await rest.nodeTypes();
	const catalog = new NodeTypeParser(/** @type {any} */ (types));
	const rows = { ...searches.everywhere, ...searches.builder };
	await check(`the search of n8n's AI builders: ${countOf(rows)}`, async () => {
		const wanted = (/** @type {string} */ node) => `${packageName}.${node}`;
		await assertFound(rows, wanted, (query) => catalog.searchNodeTypes(query).map(({ id }) => id));
	});
	const beyond = Object.entries(searches.outOfReach);
	await check(`the same search: ${beyond.length} are where the list says`, () => {
		for (const [query, { node, place }] of beyond) {
			const ids = catalog.searchNodeTypes(query).map(({ id }) => id);
			const found = ids.indexOf(`${packageName}.${node}`) + 1 || null;
			assert.equal(found, place, `"${query}" finds ${ids.join(', ')}`);
		}
	});
}

/** Searches for n8n's nodes, as the editor makes them, but without their popularity. @param {import('./checklist.mjs').Scene} scene */
export async function checkOtherSearches({ rest, check }) {
	const { sublimeSearch } = await import('@n8n/utils/search/sublime-search');
	const types = await rest.nodeTypes();
	const items = types
		.filter(({ name, hidden }) => !hidden && !name.endsWith('Tool'))
		.map((properties) => ({ properties }));
	const n8nItems = items.filter(({ properties: { name } }) => !name.startsWith(`${packageName}.`));
	const n8nNames = n8nItems.map(({ properties }) => properties.displayName);
	const queries = [...new Set([...n8nNames, ...searches.usual].map((one) => one.toLowerCase()))];
	await check(
		`node search: ${queries.length} searches for n8n's nodes find them as before`,
		async () => {
			const first = (/** @type {string} */ query, /** @type {typeof items} */ of) =>
				sublimeSearch(query, of)
					.slice(0, shown)
					.map(({ item }) => item.properties);
			/** @type {string[]} */
			const displaced = [];
			for (const query of queries) {
				await setImmediate();
				const now = first(query, items);
				const lost = first(query, n8nItems).filter(
					(node, place) => isNamedBy(query, node) && now[place] !== node,
				);
				for (const { displayName } of lost) {
					displaced.push(
						`"${query}" finds ${now.map((one) => one.displayName)}, not ${displayName}`,
					);
				}
			}
			assert.deepEqual(displaced, []);
		},
	);
}

/**
 * Whether every word is in the name of a node, or in one of its aliases: others are found because they have the letters in some order.
 * @param {string} query
 * @param {{ displayName: string, codex?: { alias?: string[] } }} node
 */
function isNamedBy(query, { displayName, codex }) {
	const names = [displayName, ...(codex?.alias ?? [])].map((name) => name.toLowerCase());
	return query.split(' ').every((word) => names.some((name) => name.includes(word)));
}

/** The node creator of the real editor, where there is a browser. @param {import('./checklist.mjs').Scene} scene */
export async function checkNodeCreator({ rest, check }) {
	if (!findChromium()) {
		console.log(
			'The node creator was skipped, as there is no Chromium: apt-get install -y chromium',
		);
		return;
	}
	const types = await rest.nodeTypes();
	const names = new Map(types.map(({ name, displayName }) => [name, displayName]));
	const { everywhere, nodeCreator } = searches;
	const panels = { ...nodeCreator, actions: { ...everywhere, ...nodeCreator.actions } };
	const { browser, page } = await openEditor(rest.url);
	try {
		for (const [panel, rows] of Object.entries(panels)) {
			await check(`node creator, ${panel}: ${countOf(rows)}`, async () => {
				const ending = panel === 'tools' ? 'Tool' : '';
				const wanted = (/** @type {string} */ node) => {
					const name = names.get(`${packageName}.${node}${ending}`);
					assert.ok(name, `n8n knows ${node}${ending}`);
					return name;
				};
				await openCreator(page, rest, panel);
				await assertFound(rows, wanted, (query) => searchNodes(page, query));
			});
		}
		for (const [panel, entry, nodes] of shelves) {
			await check(`node creator, ${panel}: "${entry}" lists ${nodes.join(', ')}`, async () => {
				await openCreator(page, rest, panel);
				const found = await browseNodes(page, entry);
				const missing = nodes.filter((node) => !found.includes(`Inference ${node}`));
				assert.deepEqual(missing, [], `among ${found.length} nodes`);
			});
		}
		for (const [query, node] of Object.entries(searches.first)) {
			const name = names.get(`${packageName}.${node}`);
			await check(`node creator: "${query}" suggests ${name} first`, async () => {
				await openCreator(page, rest, 'actions');
				assert.equal((await searchNodes(page, query))[0], name);
			});
		}
	} finally {
		await browser.close();
	}
}

/** @param {Rows} rows */
const countOf = (rows) =>
	`${Object.keys(rows).length} searches find their node among the first ${shown}`;

/**
 * @param {Rows} rows
 * @param {(node: string) => string} wanted the node as the search names it
 * @param {(query: string) => Promise<string[]> | string[]} search best first
 */
async function assertFound(rows, wanted, search) {
	assert.deepEqual(await missedOf(rows, wanted, search), []);
}

/**
 * The searches that do not find one of their nodes among the first three, each as a sentence.
 * @param {Rows} rows
 * @param {(node: string) => string} wanted
 * @param {(query: string) => Promise<string[]> | string[]} search
 */
async function missedOf(rows, wanted, search) {
	/** @type {string[]} */
	const missed = [];
	for (const [query, node] of Object.entries(rows)) {
		// Connections that n8n closes meanwhile are noticed.
		await setImmediate();
		const found = await search(query);
		if (found.slice(0, shown).includes(wanted(node))) continue;
		missed.push(`"${query}" finds ${found.slice(0, 5).join(', ') || 'nothing'}, not ${node}`);
	}
	return missed;
}
