import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ancestors, nameOf, waysToBreak } from './ways.mjs';

/**
 * A way to break a line, which the function around it, its statement and its text identify wherever they move.
 * @typedef {{ file: string, in: string, kind: string, statement: string, original: string, broken: string }} Break
 */
/** Where it stands now. @typedef {Break & { spot: { start: number, end: number, code: (id: number) => string } }} Place */

const printer = ts.createPrinter({ removeComments: true });
const withoutBlocks = ts.createPrinter(
	{ removeComments: true },
	{ substituteNode: (_hint, node) => (ts.isBlock(node) ? ts.factory.createBlock([]) : node) },
);

/** Code as it reads in one line, however it is wrapped. @param {string} code */
const inLine = (code) =>
	code
		.replace(/\s+/g, ' ')
		.replace(/,? ?([}\])])/g, '$1')
		.replace(/([{[(]) /g, '$1');

/** @param {ts.Node} node */
const isNamed = (node) =>
	ts.isFunctionDeclaration(node) ||
	ts.isClassElement(node) ||
	(ts.isVariableDeclaration(node) &&
		(ts.isSourceFile(node.parent.parent.parent) || ts.isFunctionLike(node.initializer)));

/** The name of the function or the member of a class around a node. @param {ts.Node} node */
function functionAround(node) {
	const around = ancestors(node);
	const inner = around.find(isNamed);
	const owner = inner && ts.isClassElement(inner) ? around.find(ts.isClassLike) : undefined;
	const names = [owner, inner].map((one) => (one ? nameOf(one) || 'constructor' : ''));
	return names.filter(Boolean).join('.');
}

/** @param {ts.Node} node */
const isStatement = (node) =>
	(ts.isStatement(node) && !ts.isBlock(node)) ||
	ts.isPropertyAssignment(node) ||
	ts.isPropertyDeclaration(node) ||
	ts.isParameter(node);

/** @param {ts.Node} node */
const isLeftOut = (node) =>
	ts.isTypeNode(node) ||
	ts.isImportDeclaration(node) ||
	ts.isExportDeclaration(node) ||
	ts.isInterfaceDeclaration(node) ||
	ts.isTypeAliasDeclaration(node);

/** @param {string} file @returns {Place[]} */
function placesIn(file) {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	/** @type {Place[]} */
	const places = [];
	const look = (/** @type {ts.Node} */ node) => {
		if (isLeftOut(node)) return;
		for (const { kind, part, broken, code } of waysToBreak(node)) {
			const unit = [part, ...ancestors(part)].find(isStatement) ?? part;
			const print = (/** @type {ts.Printer} */ by, /** @type {ts.Node} */ what) =>
				inLine(by.printNode(ts.EmitHint.Unspecified, what, source));
			const identity = {
				...{ file, in: functionAround(part), kind },
				statement: print(withoutBlocks, unit).slice(0, 300),
				original: print(printer, part),
			};
			const either = (/** @type {number} */ id) =>
				`(__broken(${id}) ? (${broken}) : (${part.getText()}))`;
			const spot = { start: part.getStart(), end: part.getEnd(), code: code ?? either };
			places.push({ ...identity, broken: inLine(broken), spot });
		}
		ts.forEachChild(node, look);
	};
	look(source);
	return places;
}

/** Every place of the shipped code that can be broken. */
export const allPlaces = () =>
	['lib', 'nodes']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
		)
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.flatMap(placesIn);

/** @param {Place} a @param {Place} b */
export const overlap = (a, b) =>
	a.file === b.file && a.spot.start < b.spot.end && b.spot.start < a.spot.end;

/** Those that can be told apart once they have moved. @param {Place[]} all */
function withoutDoubles(all) {
	const text = (/** @type {Place} */ one) => [one.kind, one.statement, one.original].join('\n');
	const counts = new Map();
	for (const one of all) counts.set(text(one), (counts.get(text(one)) ?? 0) + 1);
	return all.filter((one) => counts.get(text(one)) === 1);
}

/**
 * Places by chance, spread over the lines of all files.
 * @param {Place[]} all
 * @param {number} count
 * @param {() => number} random from 0 to 1
 */
export function choose(all, count, random) {
	const single = withoutDoubles(all);
	const files = [...new Set(single.map(({ file }) => file))].map((file) => ({
		file,
		lines: readFileSync(file, 'utf8').split('\n').length,
	}));
	const total = files.reduce((sum, { lines }) => sum + lines, 0);
	/** @type {Place[]} */
	const chosen = [];
	for (let index = 0; index < count; index++) {
		let line = ((index + random()) * total) / count;
		const { file } = files.find(({ lines }) => (line -= lines) < 0) ?? files[0];
		const free = single.filter(
			(one) => one.file === file && !chosen.some((other) => overlap(one, other)),
		);
		const kinds = [...new Set(free.map(({ kind }) => kind))];
		const kind = kinds[Math.floor(random() * kinds.length)];
		const ofKind = free.filter((one) => one.kind === kind);
		if (ofKind.length > 0) chosen.push(ofKind[Math.floor(random() * ofKind.length)]);
	}
	return chosen;
}

/** How a break is found again: first as it was, then in another function, then in another statement of its function. */
const WAYS = /** @type {const} */ ([
	['in', 'kind', 'statement', 'original'],
	['kind', 'statement', 'original'],
	['in', 'kind', 'original'],
]);
/** A shorter part of another statement may be another one. */
const LONG_ENOUGH = 8;

/**
 * A break in the code as it is now, or why it is gone.
 * @param {Break} one
 * @param {Place[]} all
 * @returns {{ place: Place } | { gone: string }}
 */
export function findAgain(one, all) {
	for (const keys of WAYS) {
		if (!keys.some((key) => key === 'statement') && one.original.length < LONG_ENOUGH) continue;
		const alike = all.filter((place) => keys.every((key) => place[key] === one[key]));
		const nearby = alike.length > 1 ? alike.filter(({ file }) => file === one.file) : alike;
		if (nearby.length === 1) return { place: nearby[0] };
		if (alike.length > 1) return { gone: `${alike.length} places are alike` };
	}
	const inFunction = all.filter((place) => place.in === one.in);
	return { gone: inFunction.length > 0 ? `${one.in} has changed here` : `${one.in} is gone` };
}
