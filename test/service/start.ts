import { startService } from './service';

const DAYS = 30;
const ENTRIES = 3_000;
/** Short, so that a workflow that polls comes to its end while somebody looks on. */
const JOBS = { audio: 2_000, video: 3_000 };

/** Runs the local service alone, with a usage history of the last 30 days. */
async function main(): Promise<void> {
	const port = Number(process.env.SERVICE_PORT ?? 4010);
	const span = DAYS * 86_400_000;
	const from = new Date(Date.now() - span).toISOString();
	const history = { entries: ENTRIES, from, stepMs: span / ENTRIES };
	try {
		const service = await startService({ demo: true, port, history, jobs: JOBS });
		const stop = () => void service.close().then(() => process.exit(0));
		process.once('SIGINT', stop);
		process.once('SIGTERM', stop);
		process.stdout.write(
			`Local stand-in for the service at ${service.url} with the key ${service.keys.user}.\n` +
				'It checks, refuses, limits and charges like the real one, but runs no model.\n',
		);
	} catch (error) {
		process.exitCode = 1;
		const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
		const reason = taken ? `Port ${port} is taken; set SERVICE_PORT to a free one.` : String(error);
		process.stderr.write(`${reason}\n`);
	}
}

void main();
