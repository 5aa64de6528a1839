import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
	SOURCE_FILE_PATTERNS,
	analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

// n8n's command takes only the name of a published package; these are its two legs for a checkout:
// the sources, and what the tarball ships.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'package-scan-'));

function unpackedTarball() {
	const pack = ['pack', '--json', '--pack-destination', folder];
	const [{ filename }] = JSON.parse(
		execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
	);
	const target = join(folder, 'package');
	mkdirSync(target);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
	return target;
}

async function scan(what, directory, patterns) {
	const { passed, message = 'passed', details = '' } = await analyzePackage(directory, patterns);
	console.log(`${what}: ${message}${details && `\n${details}`}`);
	return passed;
}

try {
	const results = [
		await scan('Sources', root, SOURCE_FILE_PATTERNS),
		await scan('Tarball', unpackedTarball(), ['**/*.js', 'package.json']),
	];
	process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
