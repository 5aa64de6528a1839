import { readFileSync } from 'node:fs';

const texts = readFileSync('dist/THIRD_PARTY_LICENSES.txt', 'utf8').split(/\n-{80}\n\n/);
const CHANGED = /^Changed when it was bundled: calls of console are left out/m;

it('says of each package that the build changes that it is changed, and where its source is', () => {
	const changed = texts.filter((text) => CHANGED.test(text));
	expect(changed.map((text) => text.split(' ')[0])).toEqual(['mediabunny']);
	expect(changed[0]).toMatch(/^Its source is in the npm package mediabunny@\d/m);
});
