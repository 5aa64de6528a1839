import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { packageName } from '../../host/paths.mjs';

/**
 * Settings with which n8n installs from a registry of our own. Its setting for that needs a license, so its npm is one that
 * goes there; what n8n asks elsewhere itself leads to a closed port, as if it had no network, and npm answers instead.
 * @param {{ folder: string, node: string, registry: string }} options
 * @returns {Record<string, string>}
 */
export function fromRegistry({ folder, node, registry }) {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'npm');
	const rest = String(process.env.PATH);
	writeFileSync(
		file,
		[
			'#!/bin/sh',
			'for word; do shift; case "$word" in --registry=*) ;; *) set -- "$@" "$word" ;; esac; done',
			`PATH='${dirname(node)}${delimiter}${rest}' npm_config_registry='${registry}' HTTPS_PROXY= exec npm "$@"`,
			'',
		].join('\n'),
	);
	chmodSync(file, 0o755);
	return {
		PATH: [folder, dirname(node), rest].join(delimiter),
		HTTPS_PROXY: 'http://127.0.0.1:9',
	};
}

const path = '/community-packages';

/** What *Settings > Community nodes* calls. @param {import('../../host/rest.mjs').Rest} rest */
export const community = (rest) => ({
	/** @returns {Promise<{ packageName: string, installedVersion: string, updateAvailable?: string, failedLoading: boolean }[]>} */
	list: () => rest.get(path),
	install: () => rest.post(path, { name: packageName }),
	update: () => rest.patch(path, { name: packageName }),
	uninstall: () => rest.remove(`${path}?name=${packageName}`),
});
