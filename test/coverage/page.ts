import { CONSENT_FLOW } from '../service/schemas/videoJobs';
import { STAYS_HERE } from './composed';
import {
	ELSEWHERE,
	LEFT_OUT_FIELDS,
	LEFT_OUT_HEADERS,
	LEFT_OUT_OPERATIONS,
	LEFT_OUT_VALUES,
} from './leftOut';
import { splitPlace } from './route';
import type { Row } from './rows';
import { VERSIONS } from './versions/versions';

/** So many tests are named in a row. */
const MOST_TESTS = 3;

const WAYS: Record<string, string> = {
	body: 'JSON',
	form: 'form',
	header: 'header',
	path: 'address',
	query: 'query',
};

/** The page that each run of `npm run proof -- coverage` writes into `.host`. */
export function coveragePage(rows: Map<string, Row[]>): string {
	const all = [...rows.values()].flat();
	const operations = new Set(
		[...rows].flatMap(([node, own]) => own.map(({ operation }) => `${node} ${operation}`)),
	);
	const fields = all.filter(({ ways }) => ways.length > 0);
	return [
		'# What the nodes cover',
		'',
		'This page sets every operation and request field of the service against the parameter that sends it, and against the test in which the local service received it.',
		`It has ${operations.size} operations and ${fields.length} fields. \`npm run proof -- coverage\` writes it from the panels of the nodes, the request schemas of the local service and what arrived there.`,
		'',
		'`npm test` fails when the service takes a field that no parameter sends and that is not named under "Left out on purpose" and when a parameter is never received.',
		'',
		'How to read a row: the *wire field* is the name in the request, `[]` means "each entry of a list", and the word behind it says how it travels. Objects that only hold other fields have no row of their own. The *parameter* is where to find it in the panel of the node. The tests are in `test/coverage/runs`, and their full name begins with node and operation. The last column is the version of the interface that brought the field; a test compares the fields with those of each version.',
		'',
		...versions(),
		...[...rows].flatMap(([node, own]) => ['', `## ${node}`, '', ...table(own)]),
		'',
		'## Parameters that stay in n8n',
		'',
		'These say what the node does, and are not for the service:',
		'',
		...Object.entries(STAYS_HERE).map(([label, words]) => `- ${label}: ${words}`),
		'',
		'## Described elsewhere',
		'',
		...Object.entries(ELSEWHERE).map(([node, words]) => `- ${node}: ${words}`),
		'',
		'## Left out on purpose',
		'',
		...LEFT_OUT_OPERATIONS.map(([operation, reason]) => `- ${operation}: ${reason}`),
		...leftOutFields(),
		...LEFT_OUT_VALUES.map(([values, reason]) => `- ${values}: ${reason}`),
		...LEFT_OUT_HEADERS.map(([header, reason]) => `- The header ${header}: ${reason}`),
		'',
	].join('\n');
}

function table(rows: Row[]): string[] {
	return [
		'| Operation | Wire field | Parameter | Seen on the wire by | Since |',
		'| --- | --- | --- | --- | --- |',
		...rows.map(({ operation, field, ways, parameters, tests, since }) => {
			const name = shown(field);
			const wire = ways.length === 0 ? name : `\`${name}\` (${ways.map(wayOf).join(', ')})`;
			return `| ${[operation, wire, parameters.join(', '), someOf(tests), since].join(' | ')} |`;
		}),
	];
}

function versions(): string[] {
	return [
		'## Versions of the interface',
		'',
		'| Version | New fields | Other changes | Gone |',
		'| --- | --- | --- | --- |',
		...VERSIONS.map(({ version, added, changed, gone }, index) => {
			const entries = index === 0 ? [] : Object.entries(added);
			const fields = entries.map(
				([name, own]) => `\`${name}\`: ${own.map((one) => splitPlace(one).name).join(', ')}`,
			);
			const cells = [fields, changed, gone.map((name) => `\`${name}\``)];
			return `| ${[version, ...cells.map((cell) => cell.join('. ') || (index === 0 ? 'the first one compared' : 'none'))].join(' | ')} |`;
		}),
	];
}

function someOf(tests: string[]): string {
	const more = tests.length - MOST_TESTS;
	return tests.slice(0, MOST_TESTS).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function leftOutFields(): string[] {
	return Object.entries(LEFT_OUT_FIELDS).flatMap(([route, fields]) => {
		const reasons = new Map(
			Object.entries(fields).map(([place, reason]) => [splitPlace(place).name, reason]),
		);
		return [...reasons].map(([name, reason]) => `- \`${name}\` of \`${route}\`: ${reason}`);
	});
}

function wayOf(way: string): string {
	return WAYS[way] ?? way;
}

/** The name of the consent flow is one of many that the service may ask for. */
function shown(field: string): string {
	return field.replace(`.${CONSENT_FLOW}`, '.{flow}');
}
