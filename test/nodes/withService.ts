import type { INodeListSearchResult, INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { clock } from '../../lib/core/clock';
import { chargesSeen } from '../../lib/cost/seenCharges';
import { pacerByAccount } from '../../lib/wire/pacing/pacer';
import { signedPayments } from '../../lib/wallet/dailyLimit';
import { openWallet } from '../../lib/wallet/wallet';
import { accessTo } from '../engine/access';
import { runListSearch, type RunListSearchOptions } from '../engine/runListSearch';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../engine/runNode';
import { startService, type LocalService, type ServiceOptions } from '../service/service';
import { followTime } from './steadyClock';

type Access = Pick<RunNodeOptions, 'credentials' | 'credentialTypes'>;

const wallet = (rail: 'evm' | 'solana', byte: string) => {
	const seed = byte.repeat(32);
	return { privateKey: seed, address: openWallet(rail, seed).address };
};

/** Wallets that hold nothing outside the local service. */
export const WALLETS = { evm: wallet('evm', '01'), solana: wallet('solana', '03') };

/** What a chat asks for unless its answer is to come whole. */
export const STREAMED = { stream: true, stream_options: { include_usage: true } };

/** What the deployment writes in place of `service`: code that forgets to translate a name fails. */
export const PREFIX = 'acme';

export type Runner = (
	parameters?: INodeParameters,
	options?: Partial<RunNodeOptions>,
) => Promise<RunNodeResult>;

export interface ServiceUnderTest {
	readonly service: LocalService;
	/** What every run of the engine needs to reach the local service. */
	readonly access: Access;
	accessWith(data: Record<string, unknown>): Access;
	/** The same with a wallet in place of the key. */
	walletAccess(data?: Record<string, unknown>): Access;
	run(options: RunNodeOptions): Promise<RunNodeResult>;
	/** Runs of one node, with the parameters that all of them share. */
	runner(node: INodeType, shared?: INodeParameters): Runner;
	/** What a list search of a node returns to n8n's editor. */
	search(
		node: INodeType,
		method: string,
		options?: Partial<RunListSearchOptions>,
	): Promise<INodeListSearchResult>;
	/** Milliseconds that the node wanted to wait so far; the waits themselves are skipped. */
	readonly waits: number[];
	/** All of these together. */
	readonly waited: number;
	/** US dollars that the service has charged so far. */
	readonly spent: number;
}

/** Starts the local service for the tests of a file; fails a test whose request went to no known route, or that met none of a fault. */
export function withService(options: ServiceOptions = {}): ServiceUnderTest {
	let service: LocalService;
	const waits: number[] = [];
	beforeAll(async () => {
		service = await startService({ namePrefix: PREFIX, ...options });
	});
	beforeEach(() => {
		service.reset();
		pacerByAccount.clear();
		chargesSeen.clear();
		signedPayments.clear();
		waits.length = 0;
		// Only waits move it: what a busy machine takes would count as waited.
		let now = Date.now();
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		followTime();
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
			waits.push(ms);
			now += ms;
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
		expect(service.unexpected).toEqual([]);
		// Trouble that was not met was not tried.
		expect(service.unmetFaults).toEqual([]);
	});
	afterAll(async () => await service.close());
	const { namePrefix = PREFIX } = options;
	const accessWith = (data: Record<string, unknown>) => accessTo(service, { namePrefix, ...data });
	const run = async (options: RunNodeOptions) => await runNode({ ...accessWith({}), ...options });
	return {
		get service() {
			return service;
		},
		get access() {
			return accessWith({});
		},
		accessWith,
		walletAccess: (data = {}) => ({
			credentialTypes: [new InferenceServiceApi(), new InferenceServiceWalletApi()],
			credentials: {
				inferenceServiceWalletApi: {
					baseUrl: service.url,
					allowPlainHttp: true,
					network: 'evm',
					privateKey: WALLETS.evm.privateKey,
					namePrefix,
					statement: '',
					legacyHeader: false,
					...data,
				},
			},
		}),
		run,
		runner: (node, shared) => async (parameters, options) =>
			await run({ node, parameters: { ...shared, ...parameters }, ...options }),
		search: async (node, method, options) =>
			await runListSearch({ ...accessWith({}), node, method, ...options }),
		waits,
		get waited() {
			return waits.reduce((sum, ms) => sum + ms, 0);
		},
		get spent() {
			return Number(service.ledger.reduce((sum, { usd }) => sum + usd, 0).toFixed(12));
		},
	};
}
