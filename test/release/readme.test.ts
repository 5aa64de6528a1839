import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { parse } from 'yaml';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
	homepage: string;
	version: string;
};
const { homepage, version } = manifest;
const readme = readFileSync('README.md', 'utf8');

/** What is packed in place of README.md. */
async function registryPage(): Promise<string> {
	const script = (await import(resolve('.ci/readme.mjs'))) as {
		registryPage(page: string, names: typeof manifest): string;
	};
	return script.registryPage(readme, manifest);
}

/** The words that a person reads: no addresses of links, no lines of tables, no comments. */
const wordsOf = (page: string) =>
	page
		.replace(/\]\([^)]*\)|<!--.*?-->|\|[-|]+|\|/g, ' ')
		.split(/\s+/)
		.filter((word) => /\p{L}|\p{N}/u.test(word));

it('the page of the registry links to this version, with pictures that load and workflows that are files, not pages', async () => {
	const links = [...(await registryPage()).matchAll(/(!?)\[[^\]]*\]\(([^)]+)\)/g)];
	expect(links.length).toBeGreaterThan(15);
	for (const [, picture, link = ''] of links) {
		const kind = picture || /\.(json|webm)$/.test(link) ? 'raw' : 'blob';
		expect(link).toMatch(`${homepage}/${kind}/v${version}/`);
	}
});

it('the page of the registry does not say that the package is not there', async () => {
	expect(readme).toContain('is not on npm yet');
	expect(await registryPage()).not.toMatch(/not on npm|until published/);
});

it('README.md is read in a few minutes', () => {
	expect(wordsOf(readme).length).toBeLessThanOrEqual(700);
});

it('the command for a clone names this repository', () => {
	expect(readme).toContain(`git clone ${homepage} `);
});

it.each(['bug', 'question'])(
	'the form "%s" asks for no secret, and has an ID per field',
	(name) => {
		const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, 'utf8')) as {
			body: Array<{ type: string; id?: string }>;
		};
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
		expect(readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, 'utf8')).toMatch(/no key/);
	},
);
