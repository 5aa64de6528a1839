import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installHost } from './install.mjs';
import { lifetime } from './lifetime.mjs';
import { dataFolder } from './paths.mjs';
import { describeError } from './plainError.mjs';
import { settledPort } from './ports.mjs';
import { step } from './progress.mjs';
import { checkOwnNode } from './requirements.mjs';

const life = lifetime({ onSignal: () => console.log('\nStopping n8n and the local service ...') });

async function main() {
	checkOwnNode();
	const port = await settledPort('N8N_PORT', 5678, 'n8n');
	const servicePort = await settledPort('SERVICE_PORT', 4010, 'the local service');
	const home = join(dataFolder, 'home');
	mkdirSync(home, { recursive: true });

	const node = await installHost(life.signal);
	// What follows imports packages that have just been installed.
	const { packPackage, unpackPackage } = await import('./package.mjs');
	const { demoHistory, startLocalService } = await import('./service.mjs');
	const { startN8n } = await import('./n8n.mjs');
	const { welcome } = await import('./welcome.mjs');
	const { creditWallet, setUpDemo } = await import('./demo.mjs');

	await step('Building the package and installing it into n8n', async () => {
		await unpackPackage(await packPackage(life.signal), home);
	});
	const service = await startLocalService({
		port: servicePort,
		history: demoHistory(),
		demo: true,
	});
	creditWallet(service);
	life.add(() => service.close());
	const n8n = await step('Starting n8n', () =>
		startN8n({ node, home, port, logFile: join(dataFolder, 'n8n.log'), life }),
	);
	const workflows = await step('Importing the examples', () => setUpDemo(n8n.url, service));

	console.log(welcome({ url: n8n.url, logFile: n8n.logFile, home, service, workflows }));

	const code = await n8n.exited;
	if (life.signal.aborted) return;
	console.error(`n8n ended by itself with code ${code}; see ${n8n.logFile}`);
	process.exitCode = 1;
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) {
		console.error(describeError(error));
		process.exitCode = 1;
	}
}
await life.stopAll();
