import { HumanMessage } from '@langchain/core/messages';

import { failureOrRethrow } from '../../../lib/core/failure';
import { accountOfCredential } from '../../../lib/wire/account';
import { sendLookUp } from '../../../lib/wire/lookUp';
import type { Caller } from '../../../lib/wire/send';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { chatModel } from '../LmChatInference/chatModel';
import { withService } from '../withService';

const world = withService({ namePrefix: 'acme' });
const access = () => world.accessWith({ namePrefix: 'acme' });
/** The name that the service has for it, in place of that of the edge before it. */
const headers = { 'x-acme-request-id': 'request-7', 'cf-ray': '' };
const refused = { status: 400, body: { error: 'Not today' }, headers };

const described = (error: unknown) => (error as { description?: string } | undefined)?.description;

it('a node reads the headers of a refusal by the name prefix of the deployment', async () => {
	world.service.fault({ path: '/chat/completions', ...refused });
	const { error } = await world.run({
		...access(),
		node: new InferenceChat(),
		parameters: { prompt: 'Hi' },
	});
	expect(error?.message).toContain('Not today');
	expect(error?.description).toContain('Request ID request-7');
});

it('so does a chat model', async () => {
	world.service.fault({ path: '/chat/completions', ...refused });
	const { response } = await chatModel(access());
	const error: unknown = await response
		.invoke([new HumanMessage('Hi')])
		.catch((reason: unknown) => reason);
	expect(described(error)).toContain('Request ID request-7');
});

it('so does a free look-up', async () => {
	const credential = { baseUrl: world.service.url, apiKey: 'a-key-of-a-user', namePrefix: 'acme' };
	const context = {
		helpers: {
			httpRequest: async () => await Promise.reject(new Error('No proxy')),
			httpRequestWithAuthentication: async () => ({ statusCode: 400, ...refused }),
		},
	} as unknown as Caller;
	const account = accountOfCredential('inferenceServiceApi', {
		...credential,
		allowPlainHttp: true,
	});
	const policy = { bucket: '/models', maxTries: 1, maxWaitMs: 0 } as const;
	const request = { method: 'GET', url: '/models' } as const;
	const failure = failureOrRethrow(
		await sendLookUp(context, account, request, policy).catch(failureOrRethrow),
	);
	expect(failure.facts.requestId).toBe('request-7');
});
