import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { clock } from '../../lib/transport/clock';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../engine/runNode';
import { startService, type LocalService, type ServiceOptions } from '../service/service';

export interface ServiceUnderTest {
	readonly service: LocalService;
	/** What every run of the engine needs to reach the local service. */
	readonly access: Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;
	accessWith(data: Record<string, string>): Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;
	run(options: RunNodeOptions): Promise<RunNodeResult>;
	/** Milliseconds that the node wanted to wait so far; the waits themselves are skipped. */
	readonly waits: number[];
}

/** Starts the local service for the tests of a file; fails a test whose request went to no known route. */
export function withService(options: ServiceOptions = {}): ServiceUnderTest {
	let service: LocalService;
	const waits: number[] = [];
	beforeAll(async () => {
		service = await startService(options);
	});
	beforeEach(() => {
		service.reset();
		waits.length = 0;
		let skipped = 0;
		jest.spyOn(clock, 'now').mockImplementation(() => Date.now() + skipped);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
			waits.push(ms);
			skipped += ms;
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
		expect(service.unexpected).toEqual([]);
	});
	afterAll(async () => await service.close());
	const accessWith = (data: Record<string, string>) => ({
		credentialTypes: [new InferenceServiceApi()],
		credentials: {
			inferenceServiceApi: {
				baseUrl: service.url,
				apiKey: service.keys.user,
				serviceWord: 'service',
				...data,
			},
		},
	});
	return {
		get service() {
			return service;
		},
		get access() {
			return accessWith({});
		},
		accessWith,
		run: async (run) => await runNode({ ...accessWith({}), ...run }),
		waits,
	};
}
