import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../../host/install.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { describeError } from '../../host/plainError.mjs';
import { freePort } from '../../host/ports.mjs';
import { checkOwnNode } from '../../host/requirements.mjs';
import { run } from '../../host/run.mjs';
import { writeFormatted } from '../formatted.mjs';
import { fromRegistry } from './community.mjs';
import { makeNextVersion } from './nextVersion.mjs';
import { startRegistry } from './registry.mjs';
import { buildRelease, publishRelease } from './workflow.mjs';

const life = lifetime();
const { signal } = life;

const { values } = parseArgs({
	options: {
		/** Without the minutes of installing, lint and tests, to try this script; nothing is written then. */
		quick: { type: 'boolean', default: false },
		out: {
			type: 'string',
			default: join(repository, 'test', 'proofs', 'results', 'registry.json'),
		},
	},
});
const { quick } = values;

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

async function main() {
	checkOwnNode();
	const folder = join(dataFolder, 'registry');
	const clone = join(folder, 'clone');
	const home = join(folder, 'home');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(home, { recursive: true });
	const node = await installHost(signal);
	// What follows imports packages that have just been installed.
	const { startLocalService } = await import('../../host/service.mjs');
	const { startN8n } = await import('../../host/n8n.mjs');
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { prepareChromium } = await import('../../host/chromium.mjs');
	const { runLife } = await import('./checks.mjs');
	await prepareChromium(signal);
	const registry = await startRegistry({ folder: join(folder, 'npm'), node, life });

	await run('git', ['clone', '--quiet', repository, clone], {
		cwd: folder,
		what: 'Cloning the repository',
		signal,
	});
	const { version: first } = readJson(join(clone, 'package.json'));
	const next = first.replace(
		/\.\d+\./,
		(/** @type {string} */ minor) => `.${Number(minor.slice(1, -1)) + 1}.`,
	);
	const built = await buildRelease({ clone, version: first, quick, signal });
	const published = await publishRelease({ clone, registry, signal });

	const service = await startLocalService({});
	life.add(() => service.close());
	const env = fromRegistry({ folder: join(folder, 'bin'), node, registry: registry.url });
	const port = await freePort();
	let starts = 0;
	const start = () => {
		starts++;
		return startN8n({ node, home, port, logFile: join(folder, `n8n-${starts}.log`), life, env });
	};
	let n8n = await start();
	const { passed, failed, checks, figures } = await runLife({
		connected: () => connect(n8n.url, owner),
		restart: async () => {
			await n8n.kill();
			n8n = await start();
		},
		publishNext: async () => {
			await makeNextVersion(clone, first, next, signal);
			await buildRelease({ clone, version: next, quick: true, signal });
			await publishRelease({ clone, registry, signal });
		},
		service,
		home,
		first,
		next,
	});
	const { version } = readJson(join(folder, 'npm/node_modules/verdaccio/package.json'));
	const result = {
		n8n: n8nVersion,
		registry: `verdaccio ${version}`,
		...{ versions: [first, next], release: [...built, ...published], passed, failed, ...figures },
		checks: checks.map(({ name, ok }) => ({ name, ok })),
	};
	console.log(JSON.stringify(result, null, '\t'));
	if (!quick && failed === 0) await writeFormatted(values.out, JSON.stringify(result));
	process.exitCode = failed > 0 ? 1 : 0;
}

try {
	await main();
} catch (error) {
	if (!signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await life.stopAll();
process.exit();
