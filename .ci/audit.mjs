/**
 * Fails if an advisory is known of a package that the build put into our files: asks the registry through npm or, where it does not answer,
 * compares with the few that advisories.json lists, which is no copy of the database, and says so.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundled, bundledVersions, withRelease } from './bundled.mjs';

const LISTED = '.ci/advisories.json';
const command = ['audit', '--json', '--package-lock-only', '--fetch-retries', '0'];

/** What the registry knows; undefined where it does not say. @returns {string[] | undefined} */
function askRegistry() {
	const { stdout } = withRelease((cwd) => spawnSync('npm', command, { cwd, encoding: 'utf8' }));
	try {
		const { vulnerabilities, metadata } = JSON.parse(stdout);
		// An answer that saw no package is none.
		if (metadata.dependencies.total < bundled.length) return undefined;
		return Object.values(vulnerabilities).map(({ name, range, via }) => {
			return `${name} ${range}: ${via.map((one) => one.title ?? one).join(', ')}`;
		});
	} catch {
		return undefined;
	}
}

/** Whether one version comes before another one. @param {string} one @param {string} other */
const isBefore = (one, other) => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** Those of the list. */
function readList() {
	const { date, advisories } = JSON.parse(readFileSync(LISTED, 'utf8'));
	console.warn(
		`The registry did not answer: compared with the ${advisories.length} advisories that were listed on ${date} only.`,
	);
	const versions = new Map(bundledVersions());
	return advisories
		.filter(({ name, from, fixed }) => {
			const version = versions.get(name);
			return version !== undefined && !isBefore(version, from) && isBefore(version, fixed);
		})
		.map(({ id, name, title }) => `${name} ${versions.get(name)}: ${title} (${id})`);
}

const asked = askRegistry();
const found = asked ?? readList();
for (const one of found) console.error(one);
if (found.length > 0) process.exitCode = 1;
else if (asked !== undefined)
	console.log(`No advisory is known of the ${bundled.length} bundled packages`);
