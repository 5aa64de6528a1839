import { join } from 'node:path';

/** Modules of the proofs, which are not TypeScript. */
const FOLDER = join(__dirname, '..', 'proofs');

it('every page with figures shows the committed results; `npm run proof -- pages` writes it again', async () => {
	const { outdated } = (await import(join(FOLDER, 'pages', 'pages.mjs'))) as {
		outdated(): Promise<Array<{ file: string }>>;
	};
	expect((await outdated()).map(({ file }) => file)).toEqual([]);
});

it('each proof on the page of figures is one that can be run', async () => {
	const { PROOFS: shown } = (await import(join(FOLDER, 'pages', 'proofs.mjs'))) as {
		PROOFS: Array<{ command: string }>;
	};
	const { PROOFS: known } = (await import(join(FOLDER, 'proof.mjs'))) as { PROOFS: object };
	const names = shown.map(({ command }) => command.split(' ')[0] ?? '');
	expect(names.length).toBeGreaterThan(20);
	expect(names.filter((name) => !Object.hasOwn(known, name))).toEqual([]);
});
