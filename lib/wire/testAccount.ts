import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ICredentialType,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { failureOf } from '../core/failure';
import { isRecord } from '../core/record';
import { accountFrom } from './account';
import { safeServiceUrl, WITHOUT_PATH } from './serviceUrl';
import type { Call, Caller } from './send';
import { sender } from './steps';

export interface AccountTest {
	/** The free request that only a valid credential can make. */
	url: `/${string}`;
	/** What a refusal with this status means for the credential. */
	remedies: Record<number, string>;
}

const send = sender('test', {});

/** Tests a credential with one free request, and explains what is wrong with it; throws nothing. */
export async function testAccount(
	context: ICredentialTestFunctions,
	type: Pick<ICredentialType, 'name' | 'authenticate'>,
	data: ICredentialDataDecryptedObject,
	{ url, remedies }: AccountTest,
): Promise<INodeCredentialTestResult> {
	let hint = '';
	try {
		if (new URL(safeServiceUrl(data)).pathname === '/') hint = WITHOUT_PATH;
		const call: Call = {
			...{ context: callerOf(context, type, data), account: accountFrom(type.name, data) },
			...{ bucket: url, free: true, maxTries: 1, maxWaitMs: 0 },
		};
		const request: IHttpRequestOptions = { method: 'GET', url, timeout: 30_000 };
		const { body } = await send(call, request, { paid: false });
		// Both requests answer with it; a portal or another server may answer with other JSON.
		if (isRecord(body) && isRecord(body.data))
			return { status: 'OK', message: 'Connection successful!' };
		return failed('A server answers at this Base URL, but it is not the service', hint);
	} catch (error) {
		const { message, facts } = failureOf(error, 'input');
		const { status = 0, isForeign } = facts;
		// Of a credential, this says that its address is not that of the service.
		const isAbsent = status === 404;
		// What something in between refused says nothing of the key; an address that is not there does.
		const remedy = isForeign === true && !isAbsent ? undefined : remedies[status];
		if (remedy !== undefined) return failed(remedy, isAbsent ? '' : hint);
		const isSlow = facts.kind === 'timeout' && facts.isUnsent !== true;
		const cure = isSlow ? 'Check that this is the address of the service' : facts.cure;
		return failed(message, (cure ?? '').replace(/\.$/, ''), hint);
	}
}

function failed(...sentences: string[]): INodeCredentialTestResult {
	return { status: 'Error', message: sentences.filter((part) => part !== '').join('. ') };
}

/** n8n passes a credential test a single helper: a request without a credential, in the older form. */
function callerOf(
	{ helpers }: ICredentialTestFunctions,
	{ authenticate }: Pick<ICredentialType, 'authenticate'>,
	data: ICredentialDataDecryptedObject,
): Caller {
	const send = async (request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const response: unknown = await helpers.request({
			method: request.method,
			uri: `${request.baseURL ?? ''}${request.url}`,
			headers: { Accept: 'application/json', ...request.headers },
			timeout: request.timeout,
			useStream: true,
			simple: false,
			followRedirect: false,
			resolveWithFullResponse: true,
		});
		return response as IN8nHttpFullResponse;
	};
	const sendSigned = async (_type: string, options: IHttpRequestOptions) =>
		await send(typeof authenticate === 'function' ? await authenticate(data, options) : options);
	return {
		helpers: { httpRequest: send, httpRequestWithAuthentication: sendSigned },
	} as unknown as Caller;
}
