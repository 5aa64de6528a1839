import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const MOST_OUTPUT = 400_000_000;

/** Debian's packages, and a program of each. */
const PACKAGES = {
	...{ ffmpeg: 'ffmpeg', lame: 'lame', flac: 'flac', 'opus-tools': 'opusenc' },
	mkvtoolnix: 'mkvmerge',
};

/** Runs a program, and returns what it writes. */
export async function run(program: string, ...options: string[]): Promise<Buffer> {
	const settings = { encoding: 'buffer', maxBuffer: MOST_OUTPUT } as const;
	return (await execute(program, options, settings)).stdout;
}

/** The packages whose programs are not installed. */
export async function missingPackages(): Promise<string[]> {
	const missing: string[] = [];
	for (const [name, program] of Object.entries(PACKAGES)) {
		await execute('which', [program]).catch(() => missing.push(name));
	}
	return missing;
}
