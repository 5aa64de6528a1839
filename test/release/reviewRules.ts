import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type {
	ICredentialType,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { allParameters } from '../nodes/parameters';

/** A node as it ships: its class, what it describes, its source and its codex. */
export interface Shipped {
	className: string;
	description: INodeTypeDescription;
	source: string;
	codex: { categories?: string[]; subcategories?: Record<string, string[]> };
}

/** Reads what ships beside the class of a node. */
export function shipped(className: string, node: INodeType): Shipped {
	const file = join('nodes', className, `${className}.node`);
	return {
		className,
		description: node.description,
		source: readFileSync(`${file}.ts`, 'utf8'),
		codex: JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Shipped['codex'],
	};
}

// n8n's documentation of codex files lists these for community nodes.
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];
const SUBCATEGORIES = ['Chat Models (Recommended)', 'Embeddings', 'Language Models', 'Root Nodes'];
const CONTAINERS = ['collection', 'fixedCollection', 'notice', 'callout', 'hidden', 'curlImport'];
const SELECTORS = ['resource', 'operation', 'authentication'];
const LONGEST_HINT = 120;

const importsSdk = ({ source }: Shipped) => /from '@n8n\/ai-node-sdk'/.test(source);
const isTrigger = ({ description }: Shipped) => description.group.includes('trigger');
const placed = (list: INodeProperties[]) => allParameters(list);
const optional = ({ properties }: INodeTypeDescription) =>
	properties.filter(
		({ name, type, required }) =>
			required !== true && !CONTAINERS.includes(type) && !SELECTORS.includes(name),
	);

/** Names of the entries of a list parameter; nothing for any other. */
function entries({ type, options = [] }: INodeProperties) {
	if (type !== 'options' && type !== 'multiOptions') return [];
	return options.flatMap((entry) => ('value' in entry ? [entry] : []));
}

function listsThat(
	{ description }: Shipped,
	isOdd: (names: string[], values: string[]) => boolean,
): string[] {
	return placed(description.properties)
		.filter(({ property }) => {
			const list = entries(property);
			const column = (name: 'name' | 'value') => list.map((entry) => String(entry[name]));
			return isOdd(column('name'), column('value'));
		})
		.map(({ path }) => path);
}

const byName = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' });
const sameOrder = (names: string[]) => names.join('\n') === [...names].sort(byName).join('\n');
const hasTwice = (list: string[]) => new Set(list).size < list.length;

/** Rules of n8n's newest lint for community nodes, over what ships: each names the places that break it. */
export const NODE_RULES: Record<string, (node: Shipped) => string[]> = {
	'no-ai-codex-category': (node) =>
		!importsSdk(node) && node.codex.categories?.includes('AI') ? ['categories'] : [],
	'no-codex-subcategories': (node) =>
		!importsSdk(node) && node.codex.subcategories !== undefined ? ['subcategories'] : [],
	'valid-codex-categories': ({ codex: { subcategories = {} }, description: { outputs } }) => [
		...Object.values(subcategories)
			.flat()
			.filter((name) => !SUBCATEGORIES.includes(name)),
		...(subcategories.AI && outputs.includes('main') && !subcategories.AI.includes('Root Nodes')
			? ['Root Nodes']
			: []),
	],
	'valid-node-categories': (node) =>
		(node.codex.categories ?? []).filter(
			(name) => !CATEGORIES.includes(name) && !(name === 'AI' && importsSdk(node)),
		),
	'single-credential-per-node': ({ description: { credentials = [] } }) => {
		const real = credentials.filter(({ displayOptions }) => !displayOptions?.show?.['@version']);
		if (real.length < 2) return [];
		const shown = real.map(({ displayOptions }) => displayOptions?.show?.authentication);
		const values = shown.flat();
		return shown.includes(undefined) || hasTwice(values.map(String)) ? ['credentials'] : [];
	},
	'non-required-fields-in-collection': ({ description }) => [
		...new Set(optional(description).map(({ name }) => name)),
	],
	'open-ended-node-fields': ({ description }) =>
		optional(description)
			.filter(({ type }) => type === 'json')
			.map(({ name }) => name),
	'options-sorted-alphabetically': (node) => listsThat(node, (names) => !sameOrder(names)),
	'no-duplicate-param-options': (node) =>
		listsThat(node, (names, values) => hasTwice(names) || hasTwice(values)),
	'no-asterisk-in-option-names': (node) =>
		listsThat(node, (names) => names.some((name) => name.includes('*'))),
	'require-param-default': ({ description: { properties } }) =>
		placed(properties)
			.filter(({ property }) => property.default === undefined)
			.map(({ path }) => path),
	'hint-max-length': ({ description: { properties } }) =>
		placed(properties)
			.filter(({ property: { hint = '' } }) => hint.length > LONGEST_HINT)
			.map(({ path }) => path),
	'node-class-description-name-camelcase': ({ description: { name } }) =>
		/^[a-z][a-zA-Z0-9]*$/.test(name) ? [] : [name],
	'node-filename-against-convention': ({ className, description: { name } }) =>
		className.toLowerCase() === name.toLowerCase() ? [] : [name],
	'node-class-description-non-core-color': ({ description }) =>
		'color' in (description.defaults ?? {}) ? ['defaults.color'] : [],
	'prefer-declarative-style': (node) =>
		isTrigger(node) || node.description.requestDefaults || /supplyData/.test(node.source)
			? []
			: ['execute'],
	'no-hardcoded-ids': ({ source }) =>
		[
			...source.matchAll(
				/\b(?:partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"]/gi,
			),
		].map(([found]) => found),
};

/** The same for a credential, by the name of its class. */
export const CREDENTIAL_RULES: Record<string, (type: ICredentialType, name: string) => string[]> = {
	'cred-class-name-suffix': (_type, className) => (className.endsWith('Api') ? [] : [className]),
	'cred-class-name-field-conventions': ({ name }) => (/^[a-z]\w*Api$/.test(name) ? [] : [name]),
	'cred-filename-against-convention': ({ name }, className) =>
		name.toLowerCase() === className.toLowerCase() ? [] : [name],
	'require-param-default': ({ properties }) =>
		properties.filter((field) => field.default === undefined).map(({ name }) => name),
};
