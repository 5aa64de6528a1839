import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemoHost } from '../../host/demoHost.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { describeError } from '../../host/plainError.mjs';
import { isFirst, noteShown } from '../../host/noteShown.mjs';
import { freePort } from '../../host/ports.mjs';
import { step } from '../../host/progress.mjs';
import { writeResult } from '../formatted.mjs';

const life = lifetime();

const { values } = parseArgs({
	options: {
		/** Tasks to try alone, or `examples`, with nothing written. */
		only: { type: 'string' },
	},
});
const folder = join(dataFolder, 'trial');
const images = join(repository, 'docs', 'images');

/** The tasks whose result the page shows. */
const pictured = ['chat', 'speech', 'image', 'report', 'agent', 'trigger'];

async function main() {
	const started = Date.now();
	rmSync(folder, { recursive: true, force: true });
	const { n8n, service, text, workflows } = await startDemoHost(life, {
		home: join(folder, 'home'),
		port: await freePort(),
		logFile: join(dataFolder, 'trial.log'),
	});
	const { openEditor } = await import('../../host/browser.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { connect } = await import('../../host/rest.mjs');
	const { otherCredentials, ways } = await import('./ways.mjs');
	const { pressEach } = await import('./examples.mjs');
	const { followLinks } = await import('./links.mjs');
	const { play } = await import('./play.mjs');
	const { takePicture } = await import('./picture.mjs');

	const rest = await connect(n8n.url, owner);
	const { browser, page } = await openEditor(n8n.url);
	life.add(() => browser.close());
	const editor = { page, rest };
	if (values.only === 'examples') {
		console.log(JSON.stringify(await pressEach(editor, workflows)));
		return;
	}
	if (values.only) {
		for (const task of values.only.split(',')) {
			const played = await play(editor, ways(service.url)[task].ours).catch(describeError);
			await takePicture(page, join(dataFolder, `trial-${task}.png`));
			console.log(task, JSON.stringify(played));
		}
		return;
	}
	const links = await step('Following the links of npm start', () => followLinks(editor, text));

	/** @type {Record<string, Record<string, import('./play.mjs').Played>>} */
	const tasks = {};
	await otherCredentials(rest, service);
	for (const [task, { ours, ...others }] of Object.entries(ways(service.url))) {
		const own = await step(`${task}: this package`, () => play(editor, ours));
		if (pictured.includes(task)) await takePicture(page, join(images, `first-${task}.png`));
		tasks[task] = { ours: own };
		for (const [name, way] of Object.entries(others)) {
			tasks[task][name] = await step(`${task}: ${name}`, () => play(editor, way));
		}
	}
	for (const [task, { ours }] of Object.entries(tasks)) {
		assert.ok(
			ours.succeeded && ours.failedRuns === 0,
			`${task} succeeds at the first run: ${JSON.stringify(ours)}`,
		);
	}
	await noteShown(images, started, isFirst);
	const examples = await step('Pressing the button of each example', () =>
		pressEach(editor, workflows),
	);
	const result = { n8n: n8nVersion, links, tasks, examples };
	await writeResult('trial', summaryOf(result), result);
}

/**
 * What pages read of a run.
 * @param {{ n8n: string, links: { succeeded: boolean }[], tasks: Record<string, Record<string, import('./play.mjs').Played>>, examples: { name: string, ran: boolean, asks?: string[] }[] }} run
 */
function summaryOf({ n8n, links, tasks, examples }) {
	/** @param {import('./play.mjs').Played} played */
	const figuresOf = ({ clicks, fields, seconds, failedRuns, succeeded }) => {
		return { clicks, fields, seconds, failedRuns, succeeded };
	};
	const ways = Object.entries(tasks).map(([task, played]) => {
		const figures = Object.entries(played).map(([way, one]) => [way, figuresOf(one)]);
		return [task, Object.fromEntries(figures)];
	});
	return {
		n8n,
		links: links.filter(({ succeeded }) => succeeded).length,
		tasks: Object.fromEntries(ways),
		examples: {
			ran: examples.filter(({ ran }) => ran).length,
			asked: examples.filter(({ ran }) => !ran).map(({ name }) => name),
		},
	};
}

await life.run(main);
