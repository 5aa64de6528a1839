import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFreshHost } from './freshHost.mjs';
import { lifetime } from './lifetime.mjs';
import { dataFolder, repository } from './paths.mjs';
import { PlainError } from './plainError.mjs';
import { step } from './progress.mjs';
import { isFirst, noteShown } from './noteShown.mjs';

const life = lifetime();
const { values } = parseArgs({
	options: {
		/** Names of groups of pictures, separated by commas; without it all of them are taken. */
		only: { type: 'string', default: '' },
	},
});
const images = join(repository, 'docs', 'images');

async function main() {
	const started = Date.now();
	const { url, service, slack, startDatabase } = await startFreshHost(
		life,
		join(dataFolder, 'screenshots'),
		{ demo: true, preface: '' },
	);
	const { takeAgentPictures } = await import('./agentPictures.mjs');
	const { openEditor } = await import('./browser.mjs');
	const { putCredentials, setUpDemo } = await import('./demo.mjs');
	const { owner } = await import('./owner.mjs');
	const { takePanelPictures } = await import('./panelPictures.mjs');
	const { takePictures, takeRehearsal } = await import('./pictures.mjs');
	const { connect } = await import('./rest.mjs');
	const { outsideCredentials } = await import('./outside.mjs');
	const { takeSpendPictures } = await import('./spendPictures.mjs');
	const { takeTemplatePictures } = await import('./templatePictures.mjs');

	const rest = await connect(url, owner);
	const outside = await outsideCredentials(rest, { slack, startDatabase });
	const workflows = await setUpDemo(url, service, outside);
	const { browser, page, errors, elsewhere } = await openEditor(url);
	life.add(() => browser.close());
	mkdirSync(images, { recursive: true });
	const credential = await putCredentials(rest, service);
	const all = { page, url, rest, service, credential, workflows, folder: images };
	/** In the order in which they are taken. @type {Record<string, () => Promise<unknown>>} */
	const groups = {
		examples: () => takePictures(all),
		rehearsal: () => takeRehearsal(all),
		templates: () => takeTemplatePictures(all),
		spend: () => takeSpendPictures(all),
		agents: () => takeAgentPictures(all),
		panels: () => takePanelPictures({ ...all, folder: join(images, 'panels') }),
	};
	const chosen = values.only ? values.only.split(',') : Object.keys(groups);
	for (const name of chosen) {
		if (!groups[name])
			throw new PlainError(`"${name}" is none of ${Object.keys(groups).join(', ')}.`);
		await step(`Taking the screenshots: ${name}`, groups[name]);
	}

	await noteShown(images, started, (picture) => !values.only && !isFirst(picture));
	for (const error of errors) console.log(`The browser's console: ${error}`);
	for (const origin of elsewhere) console.log(`The editor asked ${origin}`);
}

await life.run(main);
