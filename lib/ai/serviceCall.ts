import type { ISupplyDataFunctions } from 'n8n-workflow';

import type { ServiceFailure } from '../transport/errors/failure';
import type { Answer } from '../transport/http/answer';
import { credentialType } from '../transport/http/credential';
import { withGate } from '../transport/run/gate';
import { post, type PostRequest } from '../transport/http/post';
import { modelDeprecation } from '../transport/http/responseFacts';
import { checkedSettings, RUN_SETTINGS } from '../transport/run/runSettings';
import { retryHint } from './retryHint';
import type { SubNodeCharges } from './subNodeCharges';

/** Sends one paid request of a sub-node. */
export type ServiceCall = (
	request: Omit<PostRequest, 'timeout'>,
	signal: AbortSignal | undefined,
) => Promise<Answer>;

/** The calls of a sub-node, held to its Retries and Limits. Throws a ServiceFailure for a setting that is out of range. */
export function serviceCall(
	context: ISupplyDataFunctions,
	itemIndex: number,
	charges: SubNodeCharges,
): ServiceCall {
	const { maxConcurrentRequests, maxAttempts, maxWaitMs, timeoutMs } = checkedSettings(
		context.getNodeParameter(RUN_SETTINGS, itemIndex, {}),
	);
	const type = credentialType(context.getNode());
	const noteRetry = retryHint(context);
	return async (request, signal) =>
		await withGate(context, maxConcurrentRequests, async (gate) => {
			return await gate.run(async () => {
				const policy = {
					...{ maxTries: maxAttempts, maxWaitMs, signal },
					queued: () => gate.waiting,
					onWait: (ms: number, failure: ServiceFailure) => {
						context.logger.debug(`Waiting ${ms} ms: ${failure.message}`);
						noteRetry(failure);
					},
				};
				const answer = await charges.send(
					request.body,
					async () => await post(context, type, { ...request, timeout: timeoutMs }, policy),
				);
				const deprecation = modelDeprecation(answer);
				if (deprecation !== undefined) {
					const { name } = context.getNode();
					context.logger.warn(`The model used by "${name}" will be withdrawn`, deprecation);
				}
				return answer;
			});
		});
}
