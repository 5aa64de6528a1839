import { readFileSync } from 'node:fs';

import { MAX_ANSWER_BYTES } from '../../lib/core/bounds';
import { FUZZERS } from '../proofs/fuzz/all';

const page = readFileSync('docs/security.md', 'utf8');
const measured = readFileSync('docs/maintainers/measured.md', 'utf8');
const grouped = (count: number) => count.toLocaleString('en');
const sum = (counts: number[]) => counts.reduce((whole, count) => whole + count, 0);

interface Figures {
	cases: number;
	kinds: Record<string, { cases: number }>;
}

describe('what the pages say on security', () => {
	it('the page’s figures of hostile input are those of the proof', () => {
		const figures = JSON.parse(readFileSync('test/proofs/results/fuzz.json', 'utf8')) as Figures;
		expect(figures).toMatchObject({ crashes: 0, hangs: 0, leaks: 0, brokenProperties: 0 });
		expect(Object.keys(figures.kinds).sort()).toEqual(FUZZERS.map(({ name }) => name).sort());
		expect(sum(Object.values(figures.kinds).map(({ cases }) => cases))).toBe(figures.cases);
		expect(figures.cases).toBeGreaterThanOrEqual(1_000_000);
		expect(measured).toContain(`${grouped(figures.cases)} hostile`);
	});

	it.each([
		[MAX_ANSWER_BYTES.free, 'for the JSON of a free call'],
		[MAX_ANSWER_BYTES.paid, 'for that of a paid one'],
		[MAX_ANSWER_BYTES.media, 'for a sound or a picture'],
		[MAX_ANSWER_BYTES.error, 'for a refusal'],
	])('a limit of %d bytes %s is the one that answers are read with', (bytes, what) => {
		expect(page).toContain(`${bytes / 1_000_000} MB ${what}`);
	});
});
