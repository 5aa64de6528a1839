import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');

it.each(['README.md', 'docs/development.md'])('%s rounds the calls under faults', (page) => {
	const { calls } = JSON.parse(read('docs/faults.json')) as { calls: number };
	const thousands = Math.floor(calls / 1_000);
	expect(read(page)).toContain(`${thousands},000 calls under faults`);
});
