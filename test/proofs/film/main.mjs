import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDemoHost } from '../../host/demoHost.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, repository } from '../../host/paths.mjs';
import { freePort } from '../../host/ports.mjs';
import { step } from '../../host/progress.mjs';

/** Films what a new user does after `npm start`, with captions and a voice, as docs/demo.webm. */
const life = lifetime();
const folder = join(dataFolder, 'film');
const longest = 45;

async function main() {
	rmSync(folder, { recursive: true, force: true });
	const { n8n, service, text } = await startDemoHost(life, {
		home: join(folder, 'home'),
		port: await freePort(),
		logFile: join(dataFolder, 'film.log'),
	});
	const { openEditor } = await import('../../host/browser.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { connect } = await import('../../host/rest.mjs');
	const { startCamera } = await import('./camera.mjs');
	const { edit } = await import('./edit.mjs');
	const { narrate } = await import('./narrate.mjs');
	const { slowUser } = await import('./pointer.mjs');
	const { scenes } = await import('./scenes.mjs');

	const rest = await connect(n8n.url, owner);
	const workflows = await rest.get('/workflows');
	const credentials = await rest.get('/credentials');
	const credential = credentials.find(
		(/** @type {{ type: string }} */ { type }) => type === 'inferenceServiceApi',
	);
	const captions = scenes.map(({ caption }) => caption);
	const voices = await step('Speaking', () => narrate(rest, credential, captions));

	const { browser, page } = await openEditor(n8n.url);
	life.add(() => browser.close());
	const set = { url: n8n.url, text, base: service.url, key: service.keys.user, workflows };
	const user = await slowUser(page);
	const camera = await startCamera(page);
	const { leaveOut } = camera;
	const filmed = [];
	for (const [at, { caption, play }] of scenes.entries()) {
		const frames = await step(caption, () => camera.film(() => play({ ...set, user, leaveOut })));
		filmed.push({ caption, frames, voice: voices[at] });
	}
	await camera.stop();
	const { file, seconds } = await step('Encoding', () => edit(browser, filmed));
	assert.ok(seconds <= longest, `the film takes ${seconds} s`);
	writeFileSync(join(repository, 'docs', 'demo.webm'), file);
	console.log(`docs/demo.webm: ${Math.round(seconds)} s, ${Math.round(file.length / 1024)} KB`);
}

await life.run(main);
