import { startService, type ServiceOptions } from '../../service/service';

/** The local service in a process of its own, so that what it takes is not counted as its caller's. Its first argument says what to be. */
async function main(): Promise<void> {
	const options = JSON.parse(process.argv[2] ?? '{}') as ServiceOptions;
	const { url, keys } = await startService(options);
	process.stdout.write(`${JSON.stringify({ url, key: keys.user })}\n`);
}

void main();
