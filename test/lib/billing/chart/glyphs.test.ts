import { readFileSync, writeFileSync } from 'node:fs';
import { glyphTable } from './glyphTable';

const file = 'lib/billing/chart/glyphs.json';

test('the outlines are those of the installed font (GLYPHS=write renews them)', () => {
	const table = glyphTable();
	if (process.env.GLYPHS === 'write') writeFileSync(file, table);
	expect(readFileSync(file, 'utf8')).toBe(table);
});
