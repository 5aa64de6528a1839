/**
 * A local stand-in for the inference service: a real HTTP server on loopback that refuses what the
 * specification refuses, charges what it answers, and notes every request, so that a test can assert
 * all three. See `world.ts` for its state and `pipeline.ts` for the way of a request.
 *
 * Not imitated: inference (answers are made from the request), the chains behind
 * a payment, resolving remote URLs (a picture on loopback is really read; any other is taken for a valid one),
 * `br` compression, and any time a real model would take; queued jobs run on the service's own clock.
 */
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';

import type { Collateral } from '../../lib/privacy/enclave/collateral';
import type { RootFingerprints } from '../../lib/privacy/enclave/question';
import type { KeyName } from './auth';
import type { Charge } from './billing';
import type { Route } from './call';
import type { ChaosOptions } from './chaos';
import type { ScriptedTurn } from './chat/script';
import { demoStudio } from './demo/studio';
import { TEST_ROOTS } from './enclave/roots';
import type { EnclaveSwitches } from './enclave/switches';
import { refuse } from './errors';
import type { Fault } from './faults';
import type { JournalEntry } from './journal';
import { BASE_PATH, delayReading, serve } from './pipeline';
import { ROUTES } from './routes/all';
import type { UsageEntry } from './usage/entry';
import type { Payment } from './wallet/topUps';
import { World, type AnswerManner, type ServiceOptions } from './world';

export type { ScriptedTurn, Charge, Fault, JournalEntry, Payment, ServiceOptions, UsageEntry };

export interface LocalService {
	/** The base URL, `/api/v1` included. */
	readonly url: string;
	readonly keys: Readonly<Record<KeyName, string>>;
	readonly journal: readonly JournalEntry[];
	/** The journal of one path (without `/api/v1`), or all of it. */
	requests(path?: string): JournalEntry[];
	/** Queues trouble for the next matching request. */
	fault(fault: Fault): void;
	/** The trouble that no request has met. */
	readonly unmetFaults: readonly Fault[];
	/** Forgets trouble that is still to be made. */
	clearFaults(): void;
	/** Makes trouble by chance from now on, until the reset; each is noted in the journal. */
	chaos(options: ChaosOptions): void;
	/** Queues what the chat models say next, one turn an answer. */
	script(...turns: ScriptedTurn[]): void;
	/** How the chat models answer from now on, until the reset. */
	answers(manner: AnswerManner): void;
	/** How the enclaves, and the service in front of them, behave from now on, until the reset. */
	enclave(switches: EnclaveSwitches): void;
	/** The fingerprints that its enclaves lead to, in place of those of Intel and NVIDIA. */
	readonly enclaveRoots: RootFingerprints;
	/** What an encrypted request says, as its enclave read it. */
	inside(entry: JournalEntry): string | undefined;
	/** What Intel would publish of its platform. */
	collateral(): Collateral;
	/** Moves the service's clock forward: jobs go on, limits and links run out. */
	advance(ms: number): void;
	/** Adds a line to the default user's usage history, at its place in time. */
	record(entry: UsageEntry): void;
	/** Gives a wallet credit, as a top-up of that amount would. */
	credit(address: string, usd: number): void;
	/** The payments that reached their chain. */
	readonly payments: readonly Payment[];
	/** One charge per paid call. */
	readonly ledger: readonly Charge[];
	/** Requests to routes that do not exist, and failures of the local service itself. */
	readonly unexpected: readonly string[];
	readonly maxInFlight: number;
	/** Forgets everything since the start. */
	reset(): void;
	close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const LARGEST_BODY = 40 * 1024 * 1024;

/** Starts the service; port 0 (the default) takes any free one. */
export async function startService(options: ServiceOptions = {}): Promise<LocalService> {
	const world = new World(options, options.demo ? await demoStudio(options.preface) : undefined);
	const app = await assemble(world);
	const { host = LOOPBACK } = options;
	await app.listen({ host: host === LOOPBACK ? host : '0.0.0.0', port: options.port ?? 0 });
	const { port } = app.server.address() as AddressInfo;
	const { keys, journal } = world;
	return {
		url: `http://${host}:${port}${BASE_PATH}`,
		keys: {
			user: keys.user.secret,
			inference: keys.inference.secret,
			capped: keys.capped.secret,
			poor: keys.poor.secret,
			inactive: keys.inactive.secret,
		},
		journal: journal.entries,
		requests: (path) => journal.entries.filter((one) => path === undefined || one.path === path),
		fault: (fault) => world.faults.add(fault),
		get unmetFaults() {
			return world.faults.unmet();
		},
		clearFaults: () => world.faults.clear(),
		chaos: (options) => world.faults.begin(options),
		script: (...turns) => void world.script.push(...turns),
		answers: (manner) => void (world.manner = manner),
		enclave: (switches) => void (world.enclaves.switches = switches),
		enclaveRoots: TEST_ROOTS,
		inside: (entry) => world.enclaves.inside.get(entry),
		collateral: () =>
			world.enclaves.enclave.platform.collateral(world.enclaves.switches.collateral),
		advance: (ms) => world.clock.advance(ms),
		record: (entry) => world.historyOf(keys.user.account.id).record(entry),
		credit: (address, usd) => void world.wallets.credit(address, usd),
		payments: world.topUps.payments,
		ledger: world.ledger,
		unexpected: journal.unexpected,
		get maxInFlight() {
			return journal.maxInFlight;
		},
		reset: () => world.reset(),
		async close() {
			world.stopped.abort();
			app.server.closeAllConnections();
			await app.close();
		},
	};
}

async function assemble(world: World): Promise<FastifyInstance> {
	const app = fastify({
		bodyLimit: LARGEST_BODY,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	await app.register(multipart, { throwFileSizeLimit: false });
	app.addHook('onRequest', async (request, reply) => {
		world.journal.enter();
		reply.raw.once('close', () => world.journal.leave());
		await delayReading(world, request);
	});
	for (const route of ROUTES) {
		app.route<{ Params: Record<string, string> }>({
			method: route.method,
			url: route.outside ? route.path : BASE_PATH + route.path,
			handler: (request, reply) => serve(world, route, request, reply),
		});
	}
	app.setErrorHandler((error, _request, reply) => {
		const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
		if (tooLarge) {
			const body = { code: 'PAYLOAD_TOO_LARGE', error: 'The body is too large' };
			return reply.code(413).send(body);
		}
		world.journal.unexpected.push(String(error));
		return reply.code(400).send({ error: String(error) });
	});
	app.all<{ Params: Record<string, string> }>('*', (request, reply) =>
		serve(world, unknownRoute(world), request, reply),
	);
	return app;
}

function unknownRoute(world: World): Route {
	return {
		method: 'GET',
		path: '*',
		access: 'public',
		handle({ entry }) {
			world.journal.unexpected.push(`${entry.method} ${entry.path} is no route`);
			throw refuse(404, `There is no route ${entry.method} ${entry.path}`);
		},
	};
}
