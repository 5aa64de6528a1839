import type { ISupplyDataFunctions } from 'n8n-workflow';

import { isRecord } from '../record';
import type { Answer } from '../transport/http/answer';
import { credentialType } from '../transport/http/credential';
import { badInput } from '../transport/errors/failure';
import { withGate } from '../transport/run/gate';
import { post, type PostRequest } from '../transport/http/post';
import { modelDeprecation } from '../transport/http/responseFacts';
import { checkedSettings } from '../transport/run/runSettings';

const USUAL_TIMEOUT_MS = 300_000;

/** Sends one paid request of a sub-node. */
export type ServiceCall = (
	request: Omit<PostRequest, 'timeout'>,
	signal: AbortSignal | undefined,
) => Promise<Answer>;

/** The calls of a sub-node, held to what its Request Options say. Throws a ServiceFailure for a setting that is out of range. */
export function serviceCall(context: ISupplyDataFunctions, itemIndex: number): ServiceCall {
	const given: unknown = context.getNodeParameter('requestOptions', itemIndex, {});
	const options = isRecord(given) ? given : {};
	const { maxConcurrentRequests, maxTries, maxWait } = checkedSettings(options);
	const timeout = timeoutOf(options.timeout);
	const type = credentialType(context);
	return async (request, signal) =>
		await withGate(context, maxConcurrentRequests, async (gate) => {
			return await gate.run(async () => {
				const answer = await post(
					context,
					type,
					{ ...request, timeout },
					{
						maxTries,
						maxWaitMs: maxWait * 1000,
						signal,
						queued: () => gate.waiting,
						onWait: (ms, failure) => context.logger.debug(`Waiting ${ms} ms: ${failure.message}`),
					},
				);
				const deprecation = modelDeprecation(answer);
				if (deprecation !== undefined) {
					const { name } = context.getNode();
					context.logger.warn(`The model used by "${name}" is to be withdrawn`, deprecation);
				}
				return answer;
			});
		});
}

function timeoutOf(given: unknown): number {
	const value = given === undefined ? USUAL_TIMEOUT_MS : given === '' ? Number.NaN : Number(given);
	if (value >= 1 && value <= 3_600_000) return value;
	throw badInput(
		`Timeout must be a number of milliseconds from 1 to 3600000, but ${JSON.stringify(given)} was given`,
	);
}
