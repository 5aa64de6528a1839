import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';

import { readSwitch } from '../../lib/fields/readParameter';
import { keySettings } from '../../lib/output/apiKeyRecord';
import { isRecord } from '../../lib/base/record';
import { badInput } from '../../lib/base/failure';
import { accountOf } from '../../lib/http/account';
import { API_KEY_CREDENTIAL } from '../../lib/http/credential';
import { having, readAs } from '../../lib/base/readAs';
import type { Send } from '../../lib/run/plan';
import { readKey } from './updateKey';

const ANSWER = having({ success: z.literal(true) });

/** Deletes the key, unless it is the one that this call is made with and the user did not ask for that. */
export async function deleteKey(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const id = isRecord(options.qs) ? String(options.qs.id) : '';
	const { description, last6Chars } = keySettings(await readKey(options, send, id));
	const account = await accountOf(this, API_KEY_CREDENTIAL);
	const isOwn = account.endsWith(last6Chars ?? '');
	if (isOwn && !readSwitch(this, 'options.deleteOwnKey', false, 'Delete Own Key')) {
		throw badInput(
			'This is the key of the credential that the node uses: without it, every workflow with this credential stops working',
			'Put another key into the credential first, or turn on Delete Own Key under Options.',
		);
	}
	readAs(await send(options), ANSWER);
	return [{ json: { id, description, last6Chars, deleted: true } }];
}
