import { join } from 'node:path';

/** A module of the proofs, which are not TypeScript. */
const PAGES = join(__dirname, '..', 'proofs', 'pages', 'pages.mjs');

it('every page with figures shows the committed results; `npm run proof -- pages` writes it again', async () => {
	const { outdated } = (await import(PAGES)) as { outdated(): Promise<Array<{ file: string }>> };
	expect((await outdated()).map(({ file }) => file)).toEqual([]);
});
