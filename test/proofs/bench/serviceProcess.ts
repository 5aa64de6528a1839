import { startService, type ServiceOptions } from '../../service/service';

/** The local service in a process of its own, so that what it takes is not counted as its caller's. Its first argument says what to be, and how long each answer takes. */
async function main(): Promise<void> {
	const { delayMs, ...options } = JSON.parse(process.argv[2] ?? '{}') as ServiceOptions & {
		delayMs?: number;
	};
	const service = await startService(options);
	const { url, keys } = service;
	if (delayMs !== undefined) service.fault({ delayMs, times: Number.POSITIVE_INFINITY });
	process.stdout.write(`${JSON.stringify({ url, key: keys.user })}\n`);
}

void main();
