import { readFileSync } from 'node:fs';

import { releaseProblems, verificationProblems } from './releaseProblems';

const manifest = {
	version: '1.2.3',
	author: { name: 'An Owner', email: 'owner@company.dev' },
	homepage: 'https://github.com/company/n8n-nodes-inference-service',
	repository: { url: 'git+https://github.com/company/n8n-nodes-inference-service.git' },
	keywords: ['n8n-community-node-package'],
	n8n: { nodes: ['dist/a.node.js'], credentials: ['dist/b.credentials.js'] },
};
const ready = {
	manifest,
	changelog: '# Changelog\n\n## 1.2.3 - 2026-12-01\n\n- First release.\n',
	readme:
		'git clone https://github.com/company/n8n-nodes-inference-service && cd it [a](https://b.c)',
	files: ['LICENSE', 'README.md', 'package.json', 'dist/a.node.js', 'dist/b.credentials.js'],
	sbom: { components: [{ name: 'zod', version: '3.25.76' }] },
	licenses: `zod 3.25.76 (MIT)\n\nA text\n\n${'-'.repeat(80)}\n\nb 1.0.0 (MIT)\n\nA text\n`,
	publish: readFileSync('.github/workflows/publish.yml', 'utf8'),
};

it.each([
	['', 1],
	['https://api.example.com/v1', 1],
	['https://api.company.dev/v1', 0],
])('asks for an address before the verification: "%s"', (baseUrl, count) => {
	expect(verificationProblems({ brand: { baseUrl } })).toHaveLength(count);
});

it('finds nothing in a package that is ready', () => {
	expect(releaseProblems(ready)).toEqual([]);
});

it.each([
	['an author', { author: { name: 'An Owner', email: 'nodes@inference-service.example.org' } }],
	['a homepage', { homepage: 'https://github.com/inference-service/n8n-nodes-inference-service' }],
	['another repository', { repository: { url: 'git+https://github.com/other/one.git' } }],
	['a dependency', { dependencies: { zod: '1' } }],
	['no keyword', { keywords: [] }],
	['a version without an entry', { version: '1.2.4' }],
	['a node that is not packed', { n8n: { nodes: ['dist/c.node.js'], credentials: [] } }],
])('names %s', (_what, change) => {
	const problems = releaseProblems({ ...ready, manifest: { ...manifest, ...change } });
	expect(problems).not.toEqual([]);
	expect(problems.join('\n')).toMatch(
		new RegExp(Object.keys(change)[0] === 'n8n' ? 'Tarball' : '.'),
	);
});

it.each([
	['an unreleased version', { changelog: '## 1.2.3 - Unreleased' }],
	['a relative link', { readme: `${ready.readme} [Start](docs/start.md)` }],
	['a sentence that is over', { readme: `${ready.readme} <!-- until published -->` }],
	['another clone', { readme: 'git clone https://github.com/other/one && cd it' }],
	['a stray file', { files: [...ready.files, 'test/secret.ts'] }],
	['an empty list of bundled packages', { sbom: {} }],
	['a bundled package without its license', { licenses: `${ready.licenses.trim().slice(0, -6)}` }],
	['a publication without provenance', { publish: 'npm publish ./*.tgz' }],
])('names %s', (_what, change) => {
	expect(releaseProblems({ ...ready, ...change })).toHaveLength(1);
});

it('names each placeholder that the owner has not replaced', () => {
	const homepage = 'https://github.com/inference-service/n8n-nodes-inference-service';
	const author = {
		name: 'Inference Service contributors',
		email: 'nodes@inference-service.example.org',
	};
	const repository = { url: `git+${homepage}.git` };
	const problems = releaseProblems({
		...ready,
		manifest: { ...manifest, author, homepage, repository },
	});
	expect(problems.filter((one) => one.includes('placeholder'))).toHaveLength(4);
});
