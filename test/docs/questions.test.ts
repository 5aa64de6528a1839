import { readFileSync } from 'node:fs';

const page = readFileSync('docs/questions.md', 'utf8');
const answers = page
	.split(/^## /m)
	.slice(1)
	.map((part): [string, string] => {
		const [question = '', ...lines] = part.split('\n');
		return [question, lines.join('\n').trim()];
	});

it('has ten questions, and each heading is one', () => {
	expect(answers).toHaveLength(10);
	expect(answers.filter(([question]) => !question.endsWith('?'))).toEqual([]);
});

it.each(answers)(
	'"%s" is answered in two to five sentences, with a page that says more',
	(_, text) => {
		const sentences =
			text.replace(/\[[^\]]*\]\([^)]*\)/g, '').match(/[a-z)*`.”][.](?=\s|$)/g) ?? [];
		expect(sentences.length).toBeGreaterThanOrEqual(2);
		expect(sentences.length).toBeLessThanOrEqual(5);
		expect(text).toMatch(/\]\([a-z./-]+\.(md|json)/);
	},
);

it.each(['README.md', 'docs/README.md'])('leads from %s in one click', (index) => {
	expect(readFileSync(index, 'utf8')).toMatch(/\]\((docs\/)?questions\.md\)/);
});
