import { LinearPattern } from '../../../lib/core/linearPattern';
import { Random } from '../billing/random';

const random = new Random(67);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
const budget = () => ({ steps: 1_000_000 });

const SIGNS = ['a', 'b', 'B', '1', '_', '-', ' ', '\n', 'é', '😀', '\u{D83D}'];
const ATOMS = [
	...['a', 'b', '1', '.', '-', '\\d', '\\w', '\\W', '\\s', '[ab]', '[^a1]', '[a-c-]', '[\\]b]'],
	...['\\u0061', '\\u{61}', '\\ud83d\\ude00', '\\x62', '\\p{L}', '\\n', '😀', '\\/', '[^]', '[]'],
];
const REPEATS = ['*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??', '{1,2}?'];

function anyPattern(depth: number): string {
	const kind = random.next();
	if (depth === 0 || kind < 0.35) return pick(ATOMS);
	const inner = () => anyPattern(depth - 1);
	if (kind < 0.6) return inner() + inner();
	if (kind < 0.7) return `(${inner()}|${inner()})`;
	if (kind < 0.85) return `(?:${inner()})${pick(REPEATS)}`;
	if (kind < 0.9) return `(?<n${Math.floor(random.next() * 1e9)}>${inner()}|)`;
	if (kind < 0.95) return `${pick(['(?=', '(?!'])}${inner()})${inner()}`;
	return pick(['^', '$', '\\b', '\\B']) + inner();
}

it('finds a pattern where the engine of JavaScript finds it', () => {
	const found = { yes: 0, no: 0 };
	const wrong: string[][] = [];
	for (let round = 0; round < 4_000; round++) {
		const inner = anyPattern(4);
		const source = pick([inner, `^${inner}$`, `^${inner}`, `${inner}|^$`]);
		const linear = new LinearPattern(source);
		for (let turn = 0; turn < 6; turn++) {
			const text = Array.from({ length: Math.floor(random.next() * 7) }, () => pick(SIGNS)).join(
				'',
			);
			const isFound = new RegExp(source, 'u').test(text);
			if (linear.test(text, budget()) !== isFound) wrong.push([source, text]);
			found[isFound ? 'yes' : 'no']++;
		}
	}
	expect(wrong).toEqual([]);
	expect(found.yes).toBeGreaterThan(4_000);
	expect(found.no).toBeGreaterThan(4_000);
});

it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '^a*a*a*a*a*$', '([a-z]+-?)*[a-z]+\\.'])(
	'needs no more than some steps for each letter: %s',
	(source) => {
		const steps = (size: number) => {
			const spent = { steps: 10_000_000 };
			new LinearPattern(source).test(`${'a'.repeat(size)}!`, spent);
			return 10_000_000 - spent.steps;
		};
		expect(steps(8_000)).toBeLessThan(8.1 * steps(1_000));
	},
);

it.each(['(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>'])(
	'refuses what it cannot find: %s',
	(source) =>
		expect(() => new LinearPattern(source)).toThrow(/^the pattern .* which is not supported/),
);

it.each(['(?:(?:a{100}){100}){100}', '(?:){1000000}'])(
	'refuses what repeats too much: %s',
	(source) => expect(() => new LinearPattern(source)).toThrow('repeats too much'),
);
