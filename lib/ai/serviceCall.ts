import type { ISupplyDataFunctions } from 'n8n-workflow';

import { FALLBACK, fallbackChoices } from '../fallback/choices';
import { sendWithFallback, type Fallback } from '../fallback/sendWithFallback';
import type { FallbackRule } from '../fallback/types';
import { listModels } from '../models/fetchModel';
import type { ServiceFailure } from '../base/failure';
import type { Answer } from '../base/answer';
import { credentialType } from '../http/credential';
import { withGate } from '../run/gate';
import { post, type PostRequest } from '../http/post';
import { modelDeprecation } from '../http/responseFacts';
import { checkedSettings, RUN_SETTINGS } from '../run/runSettings';
import { fallbackHint } from './fallbackHint';
import { repeatLost } from './repeatLost';
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
	rule?: FallbackRule,
): ServiceCall {
	const settings = checkedSettings(context.getNodeParameter(RUN_SETTINGS, itemIndex, {}));
	const { maxConcurrentRequests, maxAttempts, maxWaitMs, timeoutMs } = settings;
	const type = credentialType(context.getNode());
	const noteRetry = retryHint(context);
	const noteFallback = fallbackHint(context);
	const fallback = rule && fallbackOf(context, itemIndex, charges, rule);
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
				const sendOnce = async (body: PostRequest['body']) =>
					await charges.send(body, async () => {
						return await post(context, type, { ...request, body, timeout: timeoutMs }, policy);
					});
				charges.count();
				const lost = { times: settings.repeatLostAnswers, signal, onRepeat: noteRetry };
				const send = async (body: PostRequest['body']) =>
					await repeatLost(async (repeats) => {
						if (repeats > 0) charges.count();
						return await sendOnce(body);
					}, lost);
				const answer =
					fallback === undefined
						? await send(request.body)
						: await sendWithFallback(request.body, fallback, send);
				if (answer.fallback !== undefined) noteFallback(answer.fallback);
				const deprecation = modelDeprecation(answer);
				if (deprecation !== undefined) {
					const { name } = context.getNode();
					context.logger.warn(`The model used by "${name}" will be withdrawn`, deprecation);
				}
				return answer;
			});
		});
}

function fallbackOf(
	context: ISupplyDataFunctions,
	itemIndex: number,
	{ memory }: SubNodeCharges,
	rule: FallbackRule,
): Fallback {
	const choices = fallbackChoices(context.getNodeParameter(FALLBACK, itemIndex, {}), rule);
	return { rule, choices, list: async () => await listModels(context, memory, rule.type) };
}
