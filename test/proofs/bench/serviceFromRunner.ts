/** Where the runner has started the local service, with what else it tells of it. */
export function serviceFromRunner(): { url: string; key: string } & Record<string, unknown> {
	return JSON.parse(process.argv[2] ?? '{}') as { url: string; key: string };
}
