import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '../docs/shown.mjs';
import { startFreshHost } from './freshHost.mjs';
import { lifetime } from './lifetime.mjs';
import { dataFolder, repository } from './paths.mjs';
import { describeError } from './plainError.mjs';
import { writeFormatted } from '../proofs/formatted.mjs';
import { step } from './progress.mjs';

const life = lifetime();
const images = join(repository, 'docs', 'images');

async function main() {
	const started = Date.now();
	const { url, service, slack, startDatabase } = await startFreshHost(
		life,
		join(dataFolder, 'screenshots'),
		{ demo: true },
	);
	const { takeAgentPictures } = await import('./agentPictures.mjs');
	const { openEditor } = await import('./browser.mjs');
	const { putCredentials, setUpDemo } = await import('./demo.mjs');
	const { owner } = await import('./owner.mjs');
	const { takePanelPictures } = await import('./panelPictures.mjs');
	const { takePictures } = await import('./pictures.mjs');
	const { connect } = await import('./rest.mjs');
	const { outsideCredentials } = await import('./outside.mjs');
	const { takeSpendPictures } = await import('./spendPictures.mjs');

	const rest = await connect(url, owner);
	const outside = await outsideCredentials(rest, { slack, startDatabase });
	const workflows = await setUpDemo(url, service, outside);
	const { browser, page, errors, elsewhere } = await openEditor(url);
	life.add(() => browser.close());
	mkdirSync(images, { recursive: true });
	await step('Taking the screenshots', () =>
		takePictures({ page, url, workflows, folder: images }),
	);
	const credential = await putCredentials(rest, service);
	await step('Taking the screenshots of the spend report', () =>
		takeSpendPictures({ page, url, rest, credential, workflows, folder: images }),
	);
	await step('Taking the screenshots of the agents', () =>
		takeAgentPictures({ page, url, service, workflows, folder: images }),
	);
	await step('Taking the screenshots of the panels', () =>
		takePanelPictures({ page, rest, credential, folder: join(images, 'panels') }),
	);

	await noteWhatIsShown(started);
	for (const error of errors) console.log(`The browser's console: ${error}`);
	for (const origin of elsewhere) console.log(`The editor asked ${origin}`);
}

/** Notes what the pictures show, for the test that finds those that are out of date. @param {number} started */
async function noteWhatIsShown(started) {
	const hashes = shown();
	const old = Object.keys(hashes).filter(
		(picture) => statSync(join(images, picture)).mtimeMs < started,
	);
	if (old.length > 0) throw new Error(`Not taken: ${old.join(', ')}`);
	await writeFormatted(join(images, 'shown.json'), JSON.stringify(hashes));
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await life.stopAll();
process.exit();
