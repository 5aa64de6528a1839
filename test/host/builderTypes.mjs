/** @typedef {{ resource?: string, operation?: string, description: string }} Choice one operation of a node */
/** @typedef {{ id: string, version: number, description: string, choices: Choice[] }} FoundNode */
/** @typedef {{ name: string, type: string, notes: string, required: boolean, initial: any, show: Record<string, unknown[]> }} Parameter */

/** The words of a text or of a name in camelCase. @param {string} text */
const wordsOf = (text) =>
	text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.match(/[a-z0-9]+/g) ?? [];

/** How many of the wanted words a text has. @param {string} wanted @param {string} text */
export function likeness(wanted, text) {
	const words = new Set(wordsOf(text));
	return new Set(wordsOf(wanted).filter((word) => words.has(word))).size;
}

/** The same for a name, from 0 to 1: a word too many makes it another thing. @param {string} wanted @param {string} name */
export const nameLikeness = (wanted, name) => likeness(wanted, name) / wordsOf(name).length;

/** The nodes in an answer of search_nodes, best first. @param {string} results @returns {FoundNode[]} */
export const readNodes = (results) =>
	results
		.split(/^- (?=\S+\.\S+)/m)
		.slice(1)
		.map((entry) => ({
			id: entry.split(/\s/, 1)[0],
			version: Number(/^ {2}Version: ([\d.]+)/m.exec(entry)?.[1]),
			description: /^ {2}Description: (.+)/m.exec(entry)?.[1] ?? '',
			choices: readChoices(entry),
		}));

/** The operations that search_nodes lists under a node, by resource where it has resources. @param {string} entry @returns {Choice[]} */
function readChoices(entry) {
	/** @type {Choice[]} */
	const choices = [];
	/** @type {string | undefined} */
	let resource;
	for (const line of entry.split('\n')) {
		const heading = /^ {6}- (\w+):$/.exec(line);
		const operation = /^ {6}(?: {6})?- (\w+)$/.exec(line);
		if (heading) resource = heading[1];
		else if (operation) choices.push({ resource, operation: operation[1], description: '' });
		else if (/^ {8}/.test(line)) {
			const last = choices.at(-1);
			if (last) last.description += ` ${line.trim()}`;
		}
	}
	return choices;
}

/**
 * The types of one operation in an answer of get_node_types; a node with a single operation does not name it as a literal.
 * @param {string} definitions
 * @param {Choice} choice
 */
export function readTypes(definitions, choice) {
	const bodies = definitions
		.split(/^export (?:type|interface) \w+Params (?:= )?\{$/m)
		.slice(1)
		.map((text) => text.split(/^\};?$/m, 1)[0]);
	return bodies
		.filter((body) => isOf(body, 'resource', choice) && isOf(body, 'operation', choice))
		.map(readParameters);
}

/** @param {string} body @param {'resource' | 'operation'} name @param {Choice} choice */
function isOf(body, name, choice) {
	const literal = new RegExp(`^  ${name}: '(\\w+)';$`, 'm').exec(body)?.[1];
	return literal === undefined || literal === choice[name];
}

/** The parameters at the top of a type: what is inside collections has its own braces. @param {string} body @returns {Parameter[]} */
function readParameters(body) {
	/** @type {Parameter[]} */
	const parameters = [];
	let notes = '';
	let depth = 0;
	for (const line of body.split('\n')) {
		const isNote = /^\s*(\*|\/\*)/.test(line);
		const declared = depth === 0 && !isNote && /^\s*(\w+)(\?)?: (.*)$/.exec(line);
		if (declared) {
			const [, name, optional, type] = declared;
			parameters.push({ name, type, notes, required: !optional, ...readNotes(notes) });
			notes = '';
		} else if (depth === 0) {
			notes += `${line}\n`;
		}
		if (!isNote) depth += count(line, '{') - count(line, '}');
	}
	return parameters;
}

/** What the notes of a parameter say for programs. @param {string} notes */
function readNotes(notes) {
	const initial = /@default (.+)/.exec(notes)?.[1];
	const show = /@displayOptions\.show \{ (.+) \}/.exec(notes)?.[1] ?? '';
	const conditions = [...show.matchAll(/"?([\w/]+)"?: (\[.*?\])(?:, |$)/g)];
	return {
		initial: initial?.startsWith('{') ? JSON.parse(initial) : initial,
		show: Object.fromEntries(conditions.map(([, name, values]) => [name, JSON.parse(values)])),
	};
}

/** Whether a parameter is asked for, with the values so far and the defaults of the others. @param {Parameter} parameter @param {Parameter[]} type @param {Record<string, unknown>} values */
export const isShown = ({ show }, type, values) =>
	Object.entries(show).every(([name, allowed]) => {
		const value = values[name] ?? type.find((one) => one.name === name)?.initial;
		return allowed.map(String).includes(String(value));
	});

/** @param {string} line @param {string} letter */
const count = (line, letter) => line.split(letter).length - 1;
