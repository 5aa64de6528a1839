import { mkdirSync } from 'node:fs';
import { installHost } from './install.mjs';
import { step } from './progress.mjs';
import { checkOwnNode } from './requirements.mjs';

/**
 * Starts what `npm start` starts: n8n with the package, both credentials and all examples, and the local service.
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life stops both
 * @param {{ home: string, port: number, servicePort?: number, logFile: string }} options home: n8n's user folder, which keeps its data
 */
export async function startDemoHost(life, { home, port, servicePort, logFile }) {
	checkOwnNode();
	mkdirSync(home, { recursive: true });
	const node = await installHost(life.signal);
	// What follows imports packages that have just been installed.
	const { packPackage, unpackPackage } = await import('./package.mjs');
	const { demoHistory, startLocalService } = await import('./service.mjs');
	const { startN8n } = await import('./n8n.mjs');
	const { welcome } = await import('./welcome.mjs');
	const { creditWallet, setUpDemo } = await import('./demo.mjs');

	const tarball = await step('Building the package', () => packPackage(life.signal));
	await step('Installing the package into n8n', () => unpackPackage(tarball, home));
	const service = await startLocalService({
		...(servicePort && { port: servicePort }),
		history: demoHistory(),
		demo: true,
	});
	creditWallet(service);
	life.add(() => service.close());
	const n8n = await step('Starting n8n', () => startN8n({ node, home, port, logFile, life }));
	const workflows = await step('Importing the examples', () =>
		setUpDemo(n8n.url, service, {}, { keep: true }),
	);
	const text = welcome({ url: n8n.url, logFile: n8n.logFile, home, service, workflows });
	return { n8n, service, home, text, workflows };
}
