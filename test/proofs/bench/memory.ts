import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMemoryServer } from './memoryServer';
import { measure, type MemoryFigures, type MemoryRun } from './memoryRun';

const execute = promisify(execFile);

const ROUNDS = 3;
/** Uploads as large as the service takes, one and as many as a node sends at once; videos; a text like a book. */
const UPLOADS = [1, 5].map((files) => ({ kind: 'upload' as const, size: 25_000_000, files }));
const DOWNLOADS = [100_000_000, 240_000_000].map((size) => ({
	kind: 'download' as const,
	size,
	files: 1,
}));

const SPEECH = [{ kind: 'speech' as const, size: 100_000, files: 1 }];

const SUBTITLES = [500, 2_000].map((size) => ({ kind: 'subtitles' as const, size, files: 1 }));

/** One measurement in a process of its own, whose n8n keeps its files in a folder of its own. */
async function figuresOf(run: MemoryRun): Promise<MemoryFigures> {
	const folder = mkdtempSync(join(tmpdir(), 'inference-memory-'));
	try {
		const [, script = ''] = process.argv;
		const { stdout } = await execute(
			process.execPath,
			['--expose-gc', script, JSON.stringify(run)],
			{ env: { ...process.env, N8N_USER_FOLDER: folder, N8N_LOG_LEVEL: 'silent' } },
		);
		return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as MemoryFigures;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Prints `{ upload, download, speech, subtitles }`, each a list of bytes (of speech: characters, of subtitles: cues), files, and resident memory in MB,
 * idle and at its peak: the middle one of three rounds, with the peaks of all.
 */
async function main(): Promise<void> {
	const server = await startMemoryServer();
	const all = async (runs: Array<Omit<MemoryRun, 'url'>>) => {
		const rows = [];
		for (const run of runs) {
			const rounds: MemoryFigures[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				rounds.push(await figuresOf({ ...run, url: server.url }));
			}
			rounds.sort((a, b) => a.peakMb - b.peakMb);
			const peaksMb = rounds.map(({ peakMb }) => peakMb);
			rows.push({ bytes: run.size, files: run.files, ...rounds[ROUNDS >> 1], peaksMb });
		}
		return rows;
	};
	try {
		const report = {
			upload: await all(UPLOADS),
			download: await all(DOWNLOADS),
			speech: await all(SPEECH),
			subtitles: await all(SUBTITLES),
		};
		process.stdout.write(`${JSON.stringify(report)}\n`);
	} finally {
		server.close();
	}
}

/** With an argument this is the process that is measured. */
async function start(): Promise<void> {
	const [, , run] = process.argv;
	if (run === undefined) return await main();
	const figures = await measure(JSON.parse(run) as MemoryRun);
	process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());
}

void start();
