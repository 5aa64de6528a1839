import type { IDataObject, IHttpRequestOptions, ISupplyDataFunctions } from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import type { Cost } from '../../core/cost';
import { isToolRun } from '../../core/execution';
import type { ServiceFailure } from '../../core/failure';
import type { EnclaveChoices } from '../../privacy/enclaveChoices';
import { FALLBACK, fallbackChoices } from '../../run/fallback/choices';
import type { FallbackRule } from '../../run/fallback/types';
import { accountOf } from '../../wire/account';
import { credentialType } from '../../wire/credential';
import type { WireRule } from '../../fields/rules';
import { noteWithdrawal } from '../../wire/responseFacts';
import type { Call, RequestPolicy } from '../../wire/send';
import { Charges } from '../../cost/charges';
import type { Price } from '../../cost/priceSource';
import { Gate, withGate } from '../../run/gate';
import type { Item } from '../../run/item';
import { doubtOf, OTHER_FIELDS, otherFieldsOf } from '../../run/otherFields';
import { sendForSubNode } from '../../run/requests';
import { COST_TRACKING, RUN_SETTINGS } from '../../fields/settingNames';
import { costTracking, checkedSettings } from '../../run/runSettings';
import { fallbackHint, retryHint } from './hints';

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
export interface SubNode extends Pick<Call, 'bucket'> {
	price: Price;
	fallback?: FallbackRule;
	encryption?: EnclaveChoices;
	/** What each field of its panel that is sent may hold. */
	rules: WireRule[];
}

/** The calls of a sub-node through the steps of the chain, held to its Retries and Limits. Throws a ServiceFailure for a setting that is out of range. */
export function serviceCalls(
	context: ISupplyDataFunctions,
	itemIndex: number,
	subNode: SubNode,
): ServiceCalls {
	const itemOf = itemsOf(context, itemIndex, subNode);
	const noteFallback = fallbackHint(context);
	const open = new WeakMap<Answer, Item>();
	const { settings, label } = itemOf;
	return {
		label,
		silenceMs: settings.silenceMs,
		async send({ url, body, stream, readBody }, signal) {
			return await withGate(context, settings.maxConcurrentRequests, async (gate) => {
				return await gate.run(async () => {
					const item = await itemOf.next();
					const Accept = `${stream === true ? 'text/event-stream, ' : ''}application/json`;
					const request: IHttpRequestOptions = {
						...{ method: 'POST', url, body: body as IDataObject, timeout: settings.timeoutMs },
						headers: { Accept },
						...(stream === true ? { encoding: 'stream' } : {}),
					};
					const answer = await sendForSubNode(item, request, { signal, paid: true, readBody });
					open.set(answer, item);
					if (answer.fallback !== undefined) noteFallback(answer.fallback);
					noteWithdrawal(context, item.node.name, answer);
					return answer;
				});
			});
		},
		async setCost(answer, json) {
			return (await open.get(answer)?.charges.setCost(json as IDataObject)) ?? null;
		},
	};
}

/** What the calls of a sub-node share, and the item that each of them is for the chain. */
function itemsOf(context: ISupplyDataFunctions, itemIndex: number, subNode: SubNode) {
	const settings = checkedSettings(context.getNodeParameter(RUN_SETTINGS, itemIndex, {}));
	const tracking = context.getNodeParameter(COST_TRACKING, itemIndex, {});
	const { trackCost: tracks, costLabel: label } = costTracking(
		tracking,
		context.getWorkflow().name,
	);
	const { price, fallback, bucket, encryption, rules } = subNode;
	const { extra: extraFields } = otherFieldsOf(
		context.getNodeParameter(OTHER_FIELDS, itemIndex, {}),
		rules,
	);
	const choices =
		fallback && fallbackChoices(context.getNodeParameter(FALLBACK, itemIndex, {}), fallback);
	const node = context.getNode();
	const memory = new Gate(1);
	const onRepeat = retryHint(context);
	const { maxAttempts: maxTries, maxWaitMs, maxCostPerRun: maxCost } = settings;
	const next = async (): Promise<Item> => ({
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
			modelType: price.models,
		},
		free: false,
		account: await accountOf(context, credentialType(node)),
		charges: new Charges({
			...{ context, node: node.name, tool: isToolRun(node), price, run: memory },
			...{ tracks, label, maxCost, doubt: doubtOf(extraFields) },
			quote: async () => undefined,
		}),
		onWait(ms, failure: ServiceFailure) {
			context.logger.debug(`Waiting ${ms} ms: ${failure.message}`);
			onRepeat(failure);
		},
	});
	return { settings, label, next };
}
