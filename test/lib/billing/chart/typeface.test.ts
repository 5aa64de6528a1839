import { fitText, glyphRun, isWritable, textWidth } from '../../../../lib/billing/chart/typeface';

const boxes = (text: string) =>
	glyphRun('text', text).filter(({ path }) => path.startsWith('M100 -50l0 800'));

test.each([
	['Spend, 12.5 USD', 15, 0],
	['Größe', 5, 0],
	['Gro\u0308ße', 5, 0],
	['Генерация', 9, 0],
	['Ελληνικά', 8, 0],
	['ﬁne', 4, 0],
	['ＡＢ', 2, 0],
	['図形', 2, 2],
	['العربية', 7, 7],
	['👩‍👩‍👧 ok', 4, 1],
	['a\u200bb\u0000', 2, 0],
	['\ud800', 1, 1],
	['__proto__', 9, 0],
	['', 0, 0],
])('%p has %p letters, %p of them unknown', (text, letters, unknown) => {
	expect(glyphRun('text', text)).toHaveLength(letters);
	expect(boxes(text)).toHaveLength(unknown);
	expect(isWritable('text', text)).toBe(unknown === 0);
});

test('a title borrows the letters that its own weight lacks', () => {
	expect(glyphRun('title', 'Ж')).toEqual(glyphRun('text', 'Ж'));
	expect(glyphRun('title', 'A')).not.toEqual(glyphRun('text', 'A'));
});

test('widths grow with the size and add up', () => {
	expect(textWidth('text', 20, 'AA')).toBeCloseTo(2 * textWidth('text', 20, 'A'));
	expect(textWidth('text', 40, 'A')).toBeCloseTo(2 * textWidth('text', 20, 'A'));
});

test.each([
	['short', 'short'],
	['  two\n lines ', 'two lines'],
	['abc', 'abc'],
])('%p stays %p', (text, fitted) => {
	expect(fitText('text', 20, text, 140)).toBe(fitted);
});

const FAMILY = '👩‍👩‍👧';

test.each([
	['abcdefghijklmnopqrstuvwxyz', 'abcdefghijkl…'],
	['abc defghijk lmnopqrstuvwxyz', 'abc defghijk…'],
	[FAMILY.repeat(20), `${FAMILY.repeat(6)}…`],
])('%p is cut between its letters', (text, fitted) => {
	expect(fitText('text', 20, text, 140)).toBe(fitted);
	expect(textWidth('text', 20, fitted)).toBeLessThanOrEqual(140);
});

test('a cut text may be exactly as wide as its room', () => {
	const cut = 'abcdefghijkl…';
	expect(fitText('text', 20, 'abcdefghijklmnopqrstuvwxyz', textWidth('text', 20, cut))).toBe(cut);
});

test('an ellipsis stands alone where nothing fits', () => {
	expect(fitText('text', 20, 'abc', 10)).toBe('…');
});
