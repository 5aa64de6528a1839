import { call, type CallOptions, type Reply } from './client';
import { type LocalService, type ServiceOptions, startService } from './service';

export type Body = Record<string, unknown>;
/** The field that a refusal names, and the body that it refuses. */
export type Row = [field: string, body: Body];

/** The local service for the tests of a file: started before them, emptied before each, closed after. */
export function localService(options: ServiceOptions = {}) {
	let service: LocalService;
	beforeAll(async () => {
		service = await startService(options);
	});
	beforeEach(() => service.reset());
	afterAll(async () => await service.close());
	const ask = async (path: string, asked?: CallOptions): Promise<Reply> =>
		await call(service, path, asked);
	return {
		get service() {
			return service;
		},
		call: ask,
		post: async (path: string, body: unknown) => await ask(path, { body }),
		/** Expects a 400 that names the field, and no charge. */
		async refuses(path: string, field: string, asked: CallOptions): Promise<void> {
			const { status, json } = await ask(path, asked);
			expect(status).toBe(400);
			expect(json).toMatchObject({
				error: expect.any(String),
				details: { _errors: expect.any(Array), [field]: { _errors: SOME_TEXTS } },
				issues: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
			});
			expect(service.ledger).toEqual([]);
		},
		/** Expects another refusal, with what its JSON holds, and no charge. */
		async answers(path: string, asked: CallOptions, status: number, body: object): Promise<void> {
			expect(await ask(path, asked)).toMatchObject({ status, json: body });
			expect(service.ledger).toEqual([]);
		},
	};
}

const SOME_TEXTS = expect.arrayContaining([expect.any(String)]);
