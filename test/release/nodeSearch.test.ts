import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { Random } from '../lib/billing/random';

interface Listed {
	displayName: string;
	codex: { alias: string[] };
	isOurs: boolean;
}

/** Names and aliases of the nodes that n8n 2.41.1 ships, and a fifth of the labels of their actions. */
const n8n = JSON.parse(readFileSync('test/fixtures/n8nNodes.json', 'utf8')) as {
	nodes: string[][];
	actions: string[];
};
const theirs = n8n.nodes.map(([displayName = '', ...alias]): Listed => ({
	displayName,
	codex: { alias },
	isOurs: false,
}));

/** The nodes of this package, by their files. */
const ours = readdirSync('nodes')
	.filter((folder) => folder !== 'common')
	.map((folder): Listed => {
		const file = join('nodes', folder, `${folder}.node`);
		const [, displayName = ''] =
			/displayName: '(Inference [^']+)'/.exec(readFileSync(`${file}.ts`, 'utf8')) ?? [];
		const { alias } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { alias: string[] };
		return { displayName, codex: { alias }, isOurs: true };
	});
const items = [...theirs, ...ours].map((properties) => ({ properties }));

/** The nodes that the editor lists for what is typed, best first. */
const found = (typed: string): Listed[] =>
	sublimeSearch(typed, items).map(({ item }) => item.properties);
const oursIn = (nodes: Listed[]) => nodes.filter(({ isOurs }) => isOurs).length;

const names = [
	...new Set(theirs.map(({ displayName }) => displayName.replace(/ Trigger$/, '').toLowerCase())),
];

it('every node has a name and aliases of words that people type, with no lists among them', () => {
	expect(ours.length).toBeGreaterThan(15);
	for (const { displayName, codex } of ours) {
		expect(displayName).toMatch(/^Inference ./);
		const wrong = codex.alias.filter((alias) => alias.length > 22 || alias.includes(','));
		expect({ displayName, wrong }).toEqual({ displayName, wrong: [] });
	}
	const crowded = ours.filter(({ codex }) => codex.alias.length > 20);
	expect(crowded.map(({ displayName }) => `${displayName} has more than 20 aliases`)).toEqual([]);
});

it("a search for a node of n8n hardly ever lists this package's nodes, and never before that node", () => {
	const searches = names.map((name) => ({ name, nodes: found(name) }));
	const crowded = searches.filter(({ nodes }) => oursIn(nodes) > nodes.length / 2);
	const shown = searches.reduce((sum, { nodes }) => sum + oursIn(nodes), 0);
	const displaced = searches.filter(({ name, nodes }) => {
		const place = nodes.findIndex(({ displayName }) => displayName.toLowerCase().startsWith(name));
		return nodes.slice(0, place).some(({ isOurs }) => isOurs);
	});
	expect(names.length).toBeGreaterThan(400);
	expect(crowded.length).toBeLessThanOrEqual(3);
	expect(shown).toBeLessThanOrEqual(120);
	expect(displaced).toEqual([]);
});

it("an action of a node of n8n hardly ever finds this package's nodes first", () => {
	const taken = n8n.actions.filter((action) => found(action)[0]?.isOurs === true);
	expect(n8n.actions.length).toBeGreaterThan(300);
	expect(taken.length).toBeLessThanOrEqual(5);
});

it('a word that is none finds nothing', () => {
	const random = new Random(5);
	const letters = 'abcdefghijklmnopqrstuvwxyz';
	const words = Array.from({ length: 100 }, () =>
		Array.from({ length: 8 }, () => letters[Math.floor(random.next() * 26)]).join(''),
	);
	expect(words.filter((word) => oursIn(found(word)) > 0).length).toBeLessThanOrEqual(1);
});

it.each([
	['gpt', 'Inference Chat'],
	['translate', 'Inference Chat'],
	['classify', 'Inference Decisions'],
	['sentiment', 'Inference Decisions'],
	['picture', 'Inference Image'],
	['remove background', 'Inference Image'],
	['tts', 'Inference Audio'],
	['whisper', 'Inference Audio'],
	['subtitles', 'Inference Audio'],
	['text to video', 'Inference Video'],
	['scrape', 'Inference Web'],
	['rag', 'Inference Embeddings'],
	['spend', 'Inference Billing'],
	['check budget', 'Inference Billing'],
	['budget alert', 'Inference Usage Trigger'],
	['rotate key', 'Inference API Keys'],
	['pricing', 'Inference Models'],
	['persona', 'Inference Characters'],
	['blockchain', 'Inference Crypto RPC'],
	['top up', 'Inference X402'],
])('"%s" finds %s among the first three', (typed, displayName) => {
	const first = found(typed)
		.slice(0, 3)
		.map((node) => node.displayName);
	expect(first).toContain(displayName);
});
