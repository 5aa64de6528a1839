import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

import { RegExpParser, type AST } from '@eslint-community/regexpp';
import ts from 'typescript';

import { rounds } from '../rounds';
import { growsTooFast, processorMs } from './growth';

/** At this size, what grows with the square takes many times as long as this. */
const SIZE = 6_000;
const SUSPECT_MS = 2;
/** Enough for what doubles with each repeat. */
const SHORT = 22;
/** At this size, what reads a stretch again from each of its places takes much longer than one pass. */
const LONG = 1_000_000;
const MOST_PASSES = 60;

/** They meet what stands in the code, and nothing else. */
const OWN_TEXTS = [String.raw`/\B(?=(\d{3})+$)/`];

const ENDS = ['', '\0', '\n!\0'];
const SIGNS = [...'a0 \n"\\<{[(-=,.:;/@+_&Zz~\uFEFF|`>}])e\r\t'];
/** Of nothing else, or of two in turn: whatever an expression looks for, it meets these. */
const RUNS = [
	...SIGNS,
	...SIGNS.slice(0, rounds(0, SIGNS.length)).flatMap((one) => SIGNS.map((other) => one + other)),
];

interface Attack {
	before: string;
	unit: string;
	end: string;
	/** Whether it is a run of what an expression wants more of, over and over. */
	isRun?: true;
}

const isCode = (name: string) => /(?<!\.d)\.ts$/.test(name) && !name.includes('__schema__');
const files = ['lib', 'nodes', 'credentials'].flatMap((room) =>
	(readdirSync(room, { recursive: true }) as string[]).filter(isCode).map((at) => join(room, at)),
);

type Functions = Record<string, (...given: unknown[]) => unknown>;

/** What makes the expressions that are put together in a function. */
const MAKERS: Record<string, (module: Functions) => unknown> = {
	'lib/core/linearPattern.ts': ({ LinearPattern }) =>
		LinearPattern && (Reflect.construct(LinearPattern, ['a']) as unknown),
	'lib/core/schemaCheck.ts': ({ rejectBrokenSchema }) => rejectBrokenSchema?.({ pattern: 'a' }),
	'lib/core/mask.ts': ({ anyOf }) => anyOf?.(['a secret of some length', 'aaaaaaaaaaaab']),
	'lib/fields/accept.ts': ({ accept }) => accept?.({ kind: 'text', pattern: 'a' }, 'a'),
	'lib/wire/body.ts': ({ neutralName }) => neutralName?.('acme_parameters', 'acme'),
};

/** By what they look like, the file that holds each. */
const expressions = new Map(
	files.flatMap((file) => [...literalsIn(file), ...madeIn(file)].map((text) => [text, file])),
);

function literalsIn(file: string): string[] {
	const text = readFileSync(file, 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
		// What a field of a panel may be.
		if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'pattern')
			if (ts.isStringLiteral(node.initializer)) found.push(`/${node.initializer.text}/`);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The expressions that a file puts together, by where it does so. */
function madeIn(file: string): string[] {
	const places = readFileSync(file, 'utf8').split(/\bRegExp\(/).length - 1;
	if (places === 0) return [];
	const made = new Map<string, string>();
	const make = (target: typeof RegExp, given: unknown[]) => {
		const one = Reflect.construct(target, given) as RegExp;
		const [place = ''] = new Error('who asks').stack?.split('\n').filter(isInCode) ?? [];
		made.set(place, String(one));
		return one;
	};
	const isInCode = (frame: string) => frame.includes(`${file}:`);
	const noting = new Proxy(RegExp, {
		construct: make,
		apply: (target, _this, given) => make(target, given),
	});
	const module = loadWith(noting, file);
	MAKERS[file]?.(module);
	if (made.size !== places) throw new Error(`${file} makes ${made.size} of ${places} expressions`);
	return [...made.values()];
}

/** The exports of a file that makes its expressions with another constructor. */
function loadWith(constructor: typeof RegExp, file: string): Functions {
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
	const exports: Functions = {};
	const load = (name: string): unknown =>
		jest.requireActual(name.startsWith('.') ? join(process.cwd(), dirname(file), name) : name);
	compileFunction(outputText, ['require', 'exports', 'RegExp'], { filename: file })(
		...[load, exports, constructor],
	);
	return exports;
}

function expressionOf(literal: string): RegExp {
	const end = literal.lastIndexOf('/');
	return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** A text that a part of an expression takes, another one for each `turn`. */
function sampleOf(node: AST.Node, flags: string, turn: number): string {
	switch (node.type) {
		case 'Pattern':
		case 'Group':
		case 'CapturingGroup': {
			const one = node.alternatives[turn % node.alternatives.length];
			return one === undefined ? '' : sampleOf(one, flags, turn);
		}
		case 'Alternative':
			return node.elements.map((one) => sampleOf(one, flags, turn)).join('');
		case 'Character':
			return String.fromCodePoint(node.value);
		case 'CharacterSet':
		case 'CharacterClass': {
			const fits = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
			const taken = [...SIGNS, ...node.raw].filter((sign) => fits.test(sign));
			return taken[turn % taken.length] ?? '';
		}
		case 'Quantifier':
			return sampleOf(node.element, flags, turn).repeat(Math.min(node.max, Math.max(node.min, 1)));
		default:
			return '';
	}
}

/** What an expression begins with, and then each run of its parts again and again. */
function attacksOn(pattern: AST.Pattern, flags: string): Attack[] {
	const attacks = new Map<string, Attack>();
	const add = (before: string, unit: string) => {
		if (unit === '') return;
		for (const end of ENDS) attacks.set(JSON.stringify([before, unit, end]), { before, unit, end });
	};
	const visit = (node: AST.Node, before: string, turn: number): void => {
		if (node.type === 'Quantifier') {
			// A run that is one too short, over and over.
			if (node.min > 20) {
				const run = sampleOf(node.element, flags, turn).repeat(node.min - 1);
				for (const gap of [' ', 'x'])
					attacks.set(run + gap, { before: '', unit: `${run}${gap}`, end: '', isRun: true });
			}
			return visit(node.element, before, turn);
		}
		if ('alternatives' in node && Array.isArray(node.alternatives))
			return node.alternatives.forEach((one: AST.Node) => visit(one, before, turn));
		if (node.type !== 'Alternative') return;
		const parts = node.elements.map((one) => sampleOf(one, flags, turn));
		node.elements.forEach((one, from) => {
			const ahead = before + parts.slice(0, from).join('');
			for (let to = from + 1; to <= parts.length; to++) {
				const unit = parts.slice(from, to).join('');
				add(ahead, unit);
				add('', unit);
			}
			visit(one, ahead, turn);
		});
	};
	for (let turn = 0; turn < rounds(2, 4); turn++) visit(pattern, '', turn);
	for (const run of RUNS) add('', run);
	return [...attacks.values()];
}

/**
 * How many ways a part of an expression may take a text. Where they are few, no text is slow: at each of its places, as many are tried.
 */
function waysOf(node: AST.Node): number {
	if (node.type === 'Quantifier') {
		if (node.max > 20) return Infinity;
		const [ways, counts] = [waysOf(node.element), node.max - node.min + 1];
		return counts * ways ** node.max;
	}
	if (node.type === 'Alternative')
		return node.elements.reduce((ways, one) => ways * waysOf(one), 1);
	if (!('alternatives' in node)) return 1;
	return (node.alternatives as AST.Node[]).reduce((ways, one) => ways + waysOf(one), 0);
}

/** Looks at each character of a text once. */
function onePass(text: string): number {
	let sum = 0;
	for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
	return sum;
}

/** The first text that takes an expression longer than it grows; undefined where none is found. */
function slowTextFor(literal: string): Attack | undefined {
	const expression = expressionOf(literal);
	const { source, flags } = expression;
	const pattern = new RegExpParser().parsePattern(source, 0, source.length, flags.includes('u'));
	if (waysOf(pattern) <= 100) return undefined;
	const run = ({ before, unit, end }: Attack, size: number) => {
		const text = before + unit.repeat(Math.ceil(size / unit.length)) + end;
		if (expression.global) text.replace(expression, '');
		else expression.exec(text);
	};
	// The time on the wall is never shorter, and cheaper to ask for.
	const isSlow = (attack: Attack, size: number) => {
		const start = performance.now();
		run(attack, size);
		return performance.now() - start > SUSPECT_MS;
	};
	const exceeds = (attack: Attack, size: number) =>
		isSlow(attack, size) && [1, 2].every(() => processorMs(() => run(attack, size)) > SUSPECT_MS);
	const takesManyPasses = (attack: Attack) => {
		const passes = () =>
			processorMs(() => run(attack, LONG)) / processorMs(() => onePass('0'.repeat(LONG)));
		return passes() > MOST_PASSES && passes() > MOST_PASSES;
	};
	return attacksOn(pattern, flags).find(
		(attack) =>
			exceeds(attack, SHORT) ||
			(exceeds(attack, SIZE) && growsTooFast(SIZE, (size) => run(attack, size))) ||
			(attack.isRun === true && takesManyPasses(attack)),
	);
}

it.each(['/^(a+)+$/', '/<!--[^]*?-->/g', String.raw`/\d{300}/`])(
	'an expression that takes much longer than a text grows is found: %s',
	(literal) => expect(slowTextFor(literal)).toBeDefined(),
);

it('every expression of the package reads what it repeats in time that grows as the text does', () => {
	expect(expressions.size).toBeGreaterThan(300);
	expect([...expressions.values()]).toContain('lib/speech/cueLines.ts');
	for (const literal of OWN_TEXTS) expect(expressions.delete(literal)).toBe(true);
	const slow = [...expressions].flatMap(([literal, file]) => {
		const text = slowTextFor(literal);
		return text === undefined ? [] : [{ file, literal, text }];
	});
	expect(slow).toEqual([]);
});
