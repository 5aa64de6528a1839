import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { decodeBody } from '../../lib/core/decodeBody';
import { isServed } from '../../lib/core/answer';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { isStream, readAll } from '../../lib/core/streams';
import { fetchWithoutCredential } from '../../lib/files/fetchWithoutCredential';
import type { Item } from '../../lib/run/item';

const SERVICE_RPC_URL = '/crypto/rpc/solana-mainnet';
const RPC_TIMEOUT_MS = 30_000;
/** An answer has a few hundred bytes. */
const RPC_ANSWER_LIMITS = { bytes: 100_000, ms: RPC_TIMEOUT_MS };
const BLOCKHASH_CALL = {
	jsonrpc: '2.0',
	id: 1,
	method: 'getLatestBlockhash',
	params: [{ commitment: 'confirmed' }],
};

/** The latest block hash of Solana, from the user's RPC URL or else the RPC of the service. Throws a ServiceFailure. */
export async function fetchLatestBlockhash(item: Item): Promise<string> {
	const { context } = item;
	const url = String(context.getNodeParameter('options.rpcUrl', '') ?? '').trim();
	const body = url === '' ? await askServiceRpc(item) : await askRpcUrl(context, url);
	const result = isRecord(body) && isRecord(body.result) ? body.result.value : undefined;
	if (isRecord(result) && typeof result.blockhash === 'string') return result.blockhash;
	throw new ServiceFailure('Nothing was signed: the RPC returned no recent block hash', {
		kind: 'malformed',
		cure: 'Set the option Solana RPC URL to another address.',
	});
}

async function askServiceRpc({ send, request }: Item): Promise<unknown> {
	const asked = { ...request, url: SERVICE_RPC_URL, body: BLOCKHASH_CALL };
	const answer = await send(asked, { bucket: 'rpc' }).catch(failureOrRethrow);
	if (!(answer instanceof ServiceFailure)) return answer.body;
	throw answer.withMessage(
		`Nothing was signed: the RPC of the service refused: ${answer.message}`,
		{
			cure: 'A wallet without credit needs another RPC for its first top-up. Set the option Solana RPC URL.',
		},
	);
}

async function askRpcUrl(context: IExecuteSingleFunctions, url: string): Promise<unknown> {
	const request = { method: 'POST', url, body: BLOCKHASH_CALL, timeout: RPC_TIMEOUT_MS } as const;
	const response = await fetchWithoutCredential(context, request, 'Solana RPC URL');
	const { statusCode, body } = response;
	if (isServed(response))
		return decodeBody(isStream(body) ? await readAll(body, RPC_ANSWER_LIMITS) : '');
	throw new ServiceFailure(
		`Nothing was signed: the Solana RPC answered with status ${statusCode}`,
		{
			kind: 'refused',
			status: statusCode,
			cure: 'Set the option Solana RPC URL to another address.',
		},
	);
}
