import type {
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	ISupplyDataFunctions,
} from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import type { Cost } from '../../core/cost';
import type { ServiceFailure } from '../../core/failure';
import type { EnclaveChoices } from '../../privacy/enclaveChoices';
import { fallbackChoices } from '../../run/fallback/choices';
import type { FallbackRule } from '../../run/fallback/types';
import { accountOf } from '../../wire/account';
import { credentialTypeOf } from '../../wire/credential';
import { readPanel, type PanelValues } from '../../fields/readPanel';
import { wireRules } from '../../fields/rules';
import { logDeprecation } from '../../wire/responseMetadata';
import type { Call } from '../../wire/send';
import type { PriceRule } from '../../cost/operationPrices';
import { Run, withRun } from '../../run/run';
import { otherFieldsOf } from '../../run/otherFieldValues';
import { chargesOf, type Payer } from '../../run/payer';
import { sendForSubNode } from '../../run/requests';
import { runSettings } from '../../run/runSettings';
import { createFallbackHintUpdater, createRetryHintUpdater } from './hints';

export interface ServiceRequest {
	url: string;
	/** With the names of the specification; the name prefix of the deployment is put in on the way. */
	body: Record<string, unknown>;
	/** Whether the answer is wanted as a stream of server-sent events. */
	stream?: boolean;
	/** Reads the answer as a part of its attempt. */
	readBody?: Call['readBody'];
}

/** What a sub-node sends. */
export interface ServiceCalls {
	/** Whom its calls are for. */
	label: string | undefined;
	/** How long a stream may go on without adding anything. */
	silenceMs: number;
	/** Sends one paid request: the JSON answer, the stream, or what was read of it. Throws a ServiceFailure. */
	send(request: ServiceRequest, signal: AbortSignal | undefined): Promise<Answer>;
	/** Prices an answer read as `json` and adds it to the totals of the execution; null when the price is unknown. */
	setCost(answer: Answer, json: Record<string, unknown>): Promise<Cost | null>;
}

/** How the requests of a sub-node are handled. */
export interface SubNodeSettings extends Pick<Call, 'bucket'> {
	price: PriceRule;
	fallback?: FallbackRule;
	encryption?: EnclaveChoices;
	/** Its panel, and what that holds. */
	fields: INodeProperties[];
	panel: PanelValues;
}

/** What the panel of a sub-node holds. Throws a ServiceFailure for a value that cannot be. */
export function subNodePanel(
	context: ISupplyDataFunctions,
	itemIndex: number,
	fields: INodeProperties[],
): PanelValues {
	return readPanel(fields, {
		written: context.getNode().parameters,
		evaluate: (path) => context.getNodeParameter(path, itemIndex),
		isTool: false,
		zone: context.getTimezone(),
	});
}

/** The calls of a sub-node through the steps of the chain, held to its Retries and Limits. Throws a ServiceFailure for a setting that is out of range. */
export function serviceCalls(
	context: ISupplyDataFunctions,
	subNode: SubNodeSettings,
): ServiceCalls {
	const payerSource = createPayerSource(context, subNode);
	const noteFallback = createFallbackHintUpdater(context);
	const payerOfAnswer = new WeakMap<Answer, Payer>();
	const { settings } = payerSource;
	return {
		label: settings.costLabel,
		silenceMs: settings.silenceMs,
		async send({ url, body, stream, readBody }, signal) {
			return await withRun(context, settings.maxConcurrentRequests, async (run) => {
				return await run.runInSlot(async () => {
					const payer = await payerSource.next();
					const Accept = `${stream === true ? 'text/event-stream, ' : ''}application/json`;
					const request: IHttpRequestOptions = {
						...{ method: 'POST', url, body: body as IDataObject, timeout: settings.timeoutMs },
						headers: { Accept },
						...(stream === true ? { encoding: 'stream' } : {}),
					};
					const { maxAttempts: maxTries, maxWaitMs } = settings;
					const answer = await sendForSubNode({
						...{ payer, request, paid: true, signal, readBody },
						...{ bucket: subNode.bucket, maxTries, maxWaitMs },
					});
					payerOfAnswer.set(answer, payer);
					if (answer.fallback !== undefined) noteFallback(answer.fallback);
					logDeprecation(context, payer.node.name, answer);
					return answer;
				});
			});
		},
		async setCost(answer, json) {
			return (await payerOfAnswer.get(answer)?.charges.setCost(json as IDataObject)) ?? null;
		},
	};
}

/** What the calls of a sub-node share, and who pays for each of them. */
function createPayerSource(context: ISupplyDataFunctions, subNode: SubNodeSettings) {
	const { price, fallback, encryption, panel } = subNode;
	const { options } = panel.parameters;
	const settings = runSettings(panel.parameters);
	const { extra: extraFields } = otherFieldsOf(options.otherFields, wireRules(subNode.fields));
	const choices = fallback && fallbackChoices(options.fallback, fallback);
	const node = context.getNode();
	const onRepeat = createRetryHintUpdater(context);
	const shared = {
		...{ context, node, settings, run: new Run(1), fallback, choices, encryption, extraFields },
		...{ modelType: price.modelType, onRepeat },
		onWait(ms: number, failure: ServiceFailure) {
			context.logger.debug(`Waiting ${ms} ms: ${failure.message}`);
			onRepeat(failure);
		},
	};
	const next = async (): Promise<Payer> => {
		const payer = { ...shared, account: await accountOf(context, credentialTypeOf(node)) };
		return { ...payer, charges: chargesOf(payer, price) };
	};
	return { settings, next };
}
