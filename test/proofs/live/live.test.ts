import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { clock } from '../../../lib/core/clock';
import { type LocalService, startService } from '../../service/service';
import { liveReport, type LiveReport } from './liveReport';

const MAX_COST = 0.03;

/** Passes requests on, and answers with the strange habits of an unknown deployment: additional fields and headers, and missing ones. */
function startOddService(service: LocalService): Promise<Server> {
	const server = createServer((request, response) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const headers = Object.entries(request.headers).filter(
				([name]) => !/^(host|content-length|connection|transfer-encoding)$/.test(name),
			);
			const answer = await fetch(new URL(request.url ?? '', service.url), {
				method: request.method ?? 'GET',
				headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
				...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
			});
			const type = answer.headers.get('content-type') ?? '';
			const bytes = Buffer.from(await answer.arrayBuffer());
			const kept = [...answer.headers].filter(
				([name]) => !/^(content-length|connection|transfer-encoding|content-encoding)$/.test(name),
			);
			response.writeHead(answer.status, { ...Object.fromEntries(kept), 'x-service-mood': 'calm' });
			if (!type.includes('json')) return void response.end(bytes);
			const json = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
			if (json.type === 'text') delete json.object;
			response.end(JSON.stringify({ ...json, brand_new: { since: 2027 } }));
		})().catch(() => response.destroy());
	});
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('the run against a deployment', () => {
	let service: LocalService;
	let odd: Server;
	let report: LiveReport;

	beforeAll(async () => {
		jest.spyOn(clock, 'sleep').mockResolvedValue();
		const from = new Date(Date.now() - 86_400_000).toISOString();
		service = await startService({
			history: { entries: 20, from, stepMs: 60_000 },
			jobs: { audio: 10, video: 10 },
		});
		odd = await startOddService(service);
		const { port } = odd.address() as AddressInfo;
		const { user: apiKey } = service.keys;
		const baseUrl = `http://127.0.0.1:${port}/api/v1`;
		report = await liveReport({ baseUrl, apiKey, namePrefix: 'service' }, MAX_COST);
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		odd.closeAllConnections();
		await new Promise((resolve) => odd.close(resolve));
		await service.close();
	});

	it('spends no more than its cap, by what the service charged, and names what it left out for it', () => {
		const charged = service.ledger.reduce((sum, { usd }) => sum + usd, 0);
		expect(charged).toBeLessThanOrEqual(MAX_COST);
		expect(charged).toBeGreaterThan(0.01);
		// A transcription is estimated.
		expect(report.spentUsd).toBeCloseTo(charged, 4);
		const leftOut = report.steps.filter(({ problem }) => problem?.includes('Max Cost per Run'));
		expect(leftOut.map(({ step }) => step)).toContain('Video: generate');
	});

	it('names every field and header that only one of the two sends', () => {
		const list = report.steps.find(({ step }) => step === 'Models: list text');
		expect(list).toMatchObject({
			requests: ['GET /api/v1/models: 200'],
			unknown: ['brand_new.since: number'],
			missing: ['object: string'],
			unknownHeaders: ['x-service-mood'],
		});
		const embeddings = report.steps.find(({ step }) => step === 'Embeddings');
		expect(embeddings?.unknown).toEqual(['brand_new.since: number']);
	});

	it('makes every step that the cap allows', () => {
		const problems = report.steps.filter(({ problem }) => problem !== undefined);
		expect(problems.filter(({ problem }) => !problem?.includes('Max Cost per Run'))).toEqual([]);
	});

	it('holds no key, no text of an answer and no address of the service', () => {
		const text = JSON.stringify(report);
		expect(text).not.toContain(service.keys.user);
		expect(text).not.toContain('127.0.0.1');
		expect(text).not.toMatch(/calm|2027/);
	});
});
