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
import { accountOfCredential } from './account';
import { safeServiceUrl, NO_PATH_MESSAGE } from './serviceUrl';
import type { Caller } from './send';
import { senderFor } from './steps';
import { verdictOf } from './errors/verdict';

export interface AccountTest {
	/** The free request that only a valid credential can make. */
	url: `/${string}`;
	/** What a refusal with this status means for the credential. */
	remedies: Record<number, string>;
}

const REHEARSAL_MESSAGE = 'Rehearsal is on: paid calls are not sent, and nodes return placeholders';

const sendTest = senderFor('test', {});

/** Tests a credential with one free request, and explains what is wrong with it; throws nothing. */
export async function testAccount(
	context: ICredentialTestFunctions,
	type: Pick<ICredentialType, 'name' | 'authenticate'>,
	data: ICredentialDataDecryptedObject,
	{ url, remedies }: AccountTest,
): Promise<INodeCredentialTestResult> {
	let hint = '';
	try {
		if (new URL(safeServiceUrl(data)).pathname === '/') hint = NO_PATH_MESSAGE;
		const account = accountOfCredential(type.name, data);
		if (account.lacksKey === true) return { status: 'OK', message: REHEARSAL_MESSAGE };
		const { body } = await sendTest({
			payer: { context: callerOf(context, type, data), account },
			request: { method: 'GET', url, timeout: 30_000 },
			...{ paid: false, bucket: url, maxTries: 1, maxWaitMs: 0 },
		});
		// Both requests answer with it; a portal or another server may answer with other JSON.
		if (isRecord(body) && isRecord(body.data))
			return {
				status: 'OK',
				message: `Connection successful!${account.rehearses === true ? ` ${REHEARSAL_MESSAGE}` : ''}`,
			};
		return failedTest('A server answers at this Base URL, but it is not the service', hint);
	} catch (error) {
		const { message, facts } = failureOf(error, 'input');
		const { status = 0, isForeign } = facts;
		// Of a credential, this says that its address is not that of the service.
		const isAbsent = verdictOf(facts).absent !== undefined;
		// What something in between refused says nothing of the key; an address that is not there does.
		const isClockWrong = facts.details?.clockAheadSeconds !== undefined;
		const remedy = (isForeign === true && !isAbsent) || isClockWrong ? undefined : remedies[status];
		if (remedy !== undefined) return failedTest(remedy, isAbsent ? '' : hint);
		const isSlow = facts.kind === 'timeout' && facts.isUnsent !== true;
		const cure = isSlow ? 'Check that this is the address of the service' : facts.cure;
		return failedTest(message, (cure ?? '').replace(/\.$/, ''), hint);
	}
}

function failedTest(...sentences: string[]): INodeCredentialTestResult {
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
