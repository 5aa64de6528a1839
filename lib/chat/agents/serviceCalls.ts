import type { IDataObject, IHttpRequestOptions, ISupplyDataFunctions } from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import type { Cost } from '../../core/cost';
import { isToolRun } from '../../core/execution';
import type { ServiceFailure } from '../../core/failure';
import type { EnclaveChoices } from '../../privacy/enclaveChoices';
import { FALLBACK_PARAMETER, fallbackChoices } from '../../run/fallback/choices';
import type { FallbackRule } from '../../run/fallback/types';
import { accountOf } from '../../wire/account';
import { credentialTypeOf } from '../../wire/credential';
import type { WireRule } from '../../fields/rules';
import { logDeprecation } from '../../wire/responseFacts';
import type { CallContext, RequestPolicy } from '../../wire/send';
import { Charges } from '../../cost/charges';
import type { PriceRule } from '../../cost/operationPrices';
import { Gate, withGate } from '../../run/gate';
import type { Item } from '../../run/item';
import { priceDoubtOf, OTHER_FIELDS_PARAMETER, otherFieldsOf } from '../../run/otherFieldValues';
import { sendForSubNode } from '../../run/requests';
import { COST_SETTINGS, PRIVACY_SETTINGS, RUN_SETTINGS } from '../../fields/settingNames';
import { costTrackingOf, checkedSettings, maxCostOf, totalsLabelOf } from '../../run/runSettings';
import { createFallbackHintUpdater, createRetryHintUpdater } from './hints';

export interface ServiceRequest {
	url: string;
	/** With the names of the specification; the name prefix of the deployment is put in on the way. */
	body: Record<string, unknown>;
	/** Whether the answer is wanted as a stream of server-sent events. */
	stream?: boolean;
	/** Reads the answer as a part of its attempt. */
	readBody?: RequestPolicy['readBody'];
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
export interface SubNodeSettings extends Pick<CallContext, 'bucket'> {
	price: PriceRule;
	fallback?: FallbackRule;
	encryption?: EnclaveChoices;
	/** What each field of its panel that is sent may hold. */
	rules: WireRule[];
}

/** The calls of a sub-node through the steps of the chain, held to its Retries and Limits. Throws a ServiceFailure for a setting that is out of range. */
export function serviceCalls(
	context: ISupplyDataFunctions,
	itemIndex: number,
	subNode: SubNodeSettings,
): ServiceCalls {
	const itemSource = createItemSource(context, itemIndex, subNode);
	const noteFallback = createFallbackHintUpdater(context);
	const itemOfAnswer = new WeakMap<Answer, Item>();
	const { settings, label } = itemSource;
	return {
		label,
		silenceMs: settings.silenceMs,
		async send({ url, body, stream, readBody }, signal) {
			return await withGate(context, settings.maxConcurrentRequests, async (gate) => {
				return await gate.runInSlot(async () => {
					const item = await itemSource.next();
					const Accept = `${stream === true ? 'text/event-stream, ' : ''}application/json`;
					const request: IHttpRequestOptions = {
						...{ method: 'POST', url, body: body as IDataObject, timeout: settings.timeoutMs },
						headers: { Accept },
						...(stream === true ? { encoding: 'stream' } : {}),
					};
					const answer = await sendForSubNode(item, request, { signal, paid: true, readBody });
					itemOfAnswer.set(answer, item);
					if (answer.fallback !== undefined) noteFallback(answer.fallback);
					logDeprecation(context, item.node.name, answer);
					return answer;
				});
			});
		},
		async setCost(answer, json) {
			return (await itemOfAnswer.get(answer)?.charges.setCost(json as IDataObject)) ?? null;
		},
	};
}

/** What the calls of a sub-node share, and the item that each of them is for the chain. */
function createItemSource(
	context: ISupplyDataFunctions,
	itemIndex: number,
	subNode: SubNodeSettings,
) {
	const read = (name: string) => context.getNodeParameter(name, itemIndex, {}) as object;
	const cost = read(COST_SETTINGS);
	const settings = checkedSettings({ ...read(RUN_SETTINGS), ...cost, ...read(PRIVACY_SETTINGS) });
	const { trackCost: tracksCost, costLabel: label } = costTrackingOf(cost);
	const { price, fallback, bucket, encryption, rules } = subNode;
	const { extra: extraFields } = otherFieldsOf(
		context.getNodeParameter(OTHER_FIELDS_PARAMETER, itemIndex, {}),
		rules,
	);
	const choices =
		fallback &&
		fallbackChoices(context.getNodeParameter(FALLBACK_PARAMETER, itemIndex, {}), fallback);
	const node = context.getNode();
	const memory = new Gate(1);
	const onRepeat = createRetryHintUpdater(context);
	const { maxAttempts: maxTries, maxWaitMs } = settings;
	const nextItem = async (): Promise<Item> => {
		const account = await accountOf(context, credentialTypeOf(node));
		return {
			...{
				context,
				node,
				settings,
				memory,
				fallback,
				encryption,
				choices,
				extraFields,
				bucket,
				maxTries,
				maxWaitMs,
				onRepeat,
				modelType: price.modelType,
			},
			free: false,
			account,
			charges: new Charges({
				...{ context, node: node.name, tool: isToolRun(node), price, run: memory },
				...{ tracks: tracksCost, doubt: priceDoubtOf(extraFields), account: () => account },
				label: totalsLabelOf(context, label),
				...{ maxCost: () => maxCostOf(settings, account), encrypted: encryption !== undefined },
				quote: async () => undefined,
			}),
			onWait(ms, failure: ServiceFailure) {
				context.logger.debug(`Waiting ${ms} ms: ${failure.message}`);
				onRepeat(failure);
			},
		};
	};
	return { settings, label, next: nextItem };
}
