import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from './parameters';

/** A row of the table "One notion, one name" in docs/maintainers/panels.md. */
export interface Notion {
	notion: string;
	name: string;
	label: string;
	unit: string;
	refused: string[];
}

/** A parameter, and the node or credential that asks for it. */
export interface Placed extends Parameter {
	owner: string;
}

const PAGE = join(__dirname, '..', '..', 'docs', 'maintainers', 'panels.md');
const HEADING = '## One notion, one name';

const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The table, which the page alone holds. */
export function notions(): Notion[] {
	const [, section = ''] = readFileSync(PAGE, 'utf8').split(HEADING);
	const [table = ''] = section.split('\n## ');
	const rows = table.split('\n').filter((line) => line.startsWith('|'));
	return rows.slice(2).map((line) => {
		const cells = line.split('|').slice(1, -1);
		const [notion = '', name = '', label = '', unit = '', , refused = ''] = cells.map((cell) =>
			cell.trim(),
		);
		return { notion, name: words(name)[0] ?? '', label, unit, refused: words(refused) };
	});
}

const isGroup = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

/** Numbers that mean nothing without a unit, and the units that they may have. */
const UNITS: Array<[RegExp, RegExp]> = [
	[/wait|time-?out|delay|duration|interval/i, /\(Seconds\)$/],
	[/length/i, /\((Seconds|Minutes|Characters)\)$/],
	[/^(width|height)/i, /\(Pixels\)$/],
];

function ofTable({ owner, path, property: { name, displayName } }: Placed, table: Notion[]) {
	return table.flatMap(({ notion, name: right, label, refused }) => {
		const where = `${owner} ${path}: `;
		if (name === right && displayName !== label)
			return [`${where}${notion} is labelled "${label}", not "${displayName}"`];
		if (displayName === label && name !== right)
			return [`${where}${notion} is named "${right}", not "${name}"`];
		const word = refused.find((one) => one === name || one === displayName);
		return word === undefined ? [] : [`${where}"${word}" is another word for ${notion}`];
	});
}

function ofUnit({ owner, path, property: { type, name, displayName } }: Placed): string[] {
	if (type !== 'number') return [];
	return UNITS.filter(([what, unit]) => what.test(name) && !unit.test(displayName)).map(
		([, unit]) => `${owner} ${path}: the label "${displayName}" has no unit such as ${unit.source}`,
	);
}

/** Fields that share a name but not the label, or a label but not the name. */
function ofEachOther(fields: Placed[]): string[] {
	const pairs = new Map<string, Placed>();
	return fields.flatMap((field) => {
		const { name, displayName } = field.property;
		return [`name ${name}`, `label ${displayName}`].flatMap((key) => {
			const first = pairs.get(key) ?? field;
			pairs.set(key, first);
			const same = first.property.name === name && first.property.displayName === displayName;
			return same
				? []
				: [`${field.owner} ${field.path} and ${first.owner} ${first.path} share the ${key} only`];
		});
	});
}

/** Each second name, second label and missing unit, in words. */
export function violations(parameters: Placed[], table: Notion[]): string[] {
	// A group is no value: it may be called like the field that it is about.
	const fields = parameters.filter(({ property }) => !isGroup(property));
	return [
		...parameters.flatMap((parameter) => ofTable(parameter, table)),
		...fields.flatMap(ofUnit),
		...ofEachOther(fields),
	];
}
