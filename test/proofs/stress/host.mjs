import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installHost } from '../../host/install.mjs';
import { freePort } from '../../host/ports.mjs';
import { step } from '../../host/progress.mjs';
import { checkOwnNode } from '../../host/requirements.mjs';

/** Packs the package once, for several n8n. @param {AbortSignal} signal */
export async function prepare(signal) {
	checkOwnNode();
	const node = await installHost(signal);
	const { packPackage } = await import('../../host/package.mjs');
	const tarball = await step('Building the package', () => packPackage(signal));
	return { node, tarball };
}

/**
 * An n8n with the package and a service, both without data of earlier runs; `life` stops them.
 * @param {ReturnType<typeof import('../../host/lifetime.mjs').lifetime>} life
 * @param {string} folder
 * @param {{ node: string, tarball: string }} prepared
 * @param {Record<string, unknown>} options of the service
 */
export async function startBoth(life, folder, { node, tarball }, options) {
	const { unpackPackage } = await import('../../host/package.mjs');
	const { startLocalService } = await import('../../host/service.mjs');
	const { startN8n } = await import('../../host/n8n.mjs');
	rmSync(folder, { recursive: true, force: true });
	const home = join(folder, 'home');
	mkdirSync(home, { recursive: true });
	await unpackPackage(tarball, home);
	const service = await startLocalService(options);
	life.add(() => service.close());
	const [port, logFile] = [await freePort(), join(folder, 'n8n.log')];
	const { url, pid } = await step('Starting n8n', () =>
		startN8n({ node, home, port, logFile, life }),
	);
	return { url, pid: Number(pid), service };
}
