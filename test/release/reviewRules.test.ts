import { readFileSync } from 'node:fs';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { REGISTERED } from '../nodes/registered';
import { CREDENTIAL_RULES, NODE_RULES, shipped, type Shipped } from './reviewRules';

/** What the page on releases explains, by rule: the places, or `*` for all of them. */
const EXPLAINED = new Map(
	[
		...readFileSync('docs/maintainers/release.md', 'utf8').matchAll(
			/^\| `([a-z-]+)` \| ([^|]+) \| [^|]+ \|$/gm,
		),
	].map(
		([, rule = '', places = '']) => [rule, places.trim().replaceAll('`', '').split(', ')] as const,
	),
);
const NODES = REGISTERED.map(({ className, create }) => shipped(className, create()));

const found = (rule: string, only: readonly Shipped[] = NODES) =>
	only.flatMap((node) =>
		(NODE_RULES[rule]?.(node) ?? []).map((place) => `${node.className} ${place}`),
	);

const unexplained = (rule: string, findings: string[]) => {
	const places = EXPLAINED.get(rule) ?? [];
	return findings.filter(
		(finding) =>
			!places.includes('*') &&
			!places.some((place) => finding.endsWith(` ${place}`) || finding.startsWith(`${place} `)),
	);
};

describe("n8n's newest rules for community nodes", () => {
	it.each(Object.keys(NODE_RULES))('%s: nothing is found without a reason', (rule) => {
		expect(unexplained(rule, found(rule))).toEqual([]);
	});

	it.each(Object.keys(CREDENTIAL_RULES))('%s: no credential breaks it', (rule) => {
		const types = [new InferenceServiceApi(), new InferenceServiceWalletApi()];
		expect(
			types.flatMap((type) => CREDENTIAL_RULES[rule]?.(type, type.constructor.name) ?? []),
		).toEqual([]);
	});

	it('every reason on the page is needed', () => {
		const needless = [...EXPLAINED].flatMap(([rule, places]) =>
			places.filter((place) => {
				const findings = found(rule);
				if (place === '*') return findings.length === 0;
				return !findings.some((one) => one.endsWith(` ${place}`) || one.startsWith(`${place} `));
			}),
		);
		expect(EXPLAINED.size).toBeGreaterThan(0);
		expect(needless).toEqual([]);
	});

	const [chat] = NODES;
	const broken = (change: (node: Shipped) => void): Shipped => {
		if (chat === undefined) throw new Error('There is no node');
		const node = structuredClone({
			...chat,
			description: JSON.parse(JSON.stringify(chat.description)) as Shipped['description'],
		});
		change(node);
		return node;
	};
	const list = (names: string[]) => ({
		displayName: 'A',
		name: 'a',
		type: 'options' as const,
		default: '',
		required: true,
		options: names.map((name) => ({ name, value: name })),
	});
	it.each<[string, (node: Shipped) => void]>([
		['no-ai-codex-category', ({ codex }) => (codex.categories = ['AI'])],
		['no-codex-subcategories', ({ codex }) => (codex.subcategories = { AI: [] })],
		['valid-codex-categories', ({ codex }) => (codex.subcategories = { AI: ['Agents & Tools'] })],
		['valid-node-categories', ({ codex }) => (codex.categories = ['Marketing'])],
		[
			'single-credential-per-node',
			({ description }) => (description.credentials = [{ name: 'a' }, { name: 'b' }]),
		],
		[
			'non-required-fields-in-collection',
			({ description }) => description.properties.push({ ...list(['A']), required: false }),
		],
		[
			'open-ended-node-fields',
			({ description }) =>
				description.properties.push({ ...list([]), type: 'json', required: false }),
		],
		[
			'options-sorted-alphabetically',
			({ description }) => description.properties.push(list(['B', 'A'])),
		],
		[
			'no-duplicate-param-options',
			({ description }) => description.properties.push(list(['A', 'A'])),
		],
		['no-asterisk-in-option-names', ({ description }) => description.properties.push(list(['*']))],
		[
			'require-param-default',
			({ description }) => Object.assign(description.properties[0] ?? {}, { default: undefined }),
		],
		[
			'hint-max-length',
			({ description }) => description.properties.push({ ...list([]), hint: 'a'.repeat(121) }),
		],
		['node-class-description-name-camelcase', ({ description }) => (description.name = 'My-node')],
		['node-filename-against-convention', ({ description }) => (description.name = 'other')],
		[
			'node-class-description-non-core-color',
			({ description }) => (description.defaults = { color: '#fff' }),
		],
		['prefer-declarative-style', ({ description }) => delete description.requestDefaults],
		['no-hardcoded-ids', (node) => (node.source += "const partnerId = 'x';")],
	])('%s finds what breaks it', (rule, change) => {
		const before = chat === undefined ? [] : found(rule, [chat]);
		expect(found(rule, [broken(change)]).length).toBeGreaterThan(before.length);
	});
});
