import type { IAllExecuteFunctions, INode } from 'n8n-workflow';

import { isToolRun } from '../core/execution';
import type { ServiceFailure } from '../core/failure';
import { Charges } from '../cost/charges';
import type { PricedCall, PriceRule } from '../cost/operationPrices';
import type { OpenCalls } from '../cost/runSpending';
import type { ModelReader } from '../models/fetchModel';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import type { RunMemory, Sender } from '../wire/send';
import type { FallbackChoices, FallbackRule } from './fallback/types';
import { priceDoubtOf, type ExtraFields } from './otherFieldValues';
import { maxCostOf, maxCostOfOwner, totalsLabelOf, type RunSettings } from './runSettings';

/** Who pays for calls: an item of an action node, or an AI sub-node, which has no input. */
export interface Payer extends Sender {
	readonly context: ModelReader & Pick<IAllExecuteFunctions, 'getWorkflow' | 'logger'>;
	readonly node: Pick<INode, 'name' | 'type'>;
	readonly settings: Pick<
		RunSettings,
		| 'allowedPrivacy'
		| 'costLabel'
		| 'maxCallsPerRun'
		| 'maxConcurrentRequests'
		| 'maxCostPerRun'
		| 'rehearsalAnswer'
		| 'repeatLostAnswers'
		| 'sendAgainAfterLostAnswer'
		| 'trackCost'
	>;
	/** How many items there are; undefined for an AI sub-node. */
	readonly count?: number;
	/** What is the same for all calls of the run, such as the model list. */
	readonly run: RunMemory;
	/** What its paid requests were charged. */
	readonly charges: Charges;
	/** The type of its models in the model list; undefined where it has none. */
	readonly modelType?: string;
	readonly fallback?: FallbackRule;
	/** What the user chose under Fallback Models. */
	readonly choices?: FallbackChoices;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	readonly encryption?: EnclaveChoices;
	/** What its requests carry beside the fields of the panel. */
	readonly extraFields?: ExtraFields;
	/** Which calls are counted for it that it has not made. */
	readonly openCalls?: OpenCalls;
	/** Called before a request that may have been charged is sent again. */
	onRepeat?(failure: ServiceFailure): void;
}

/** The node of a workflow: a sub-workflow may have one of the same name. */
export function nodeKeyOf({ context, node }: Pick<Payer, 'context' | 'node'>): string {
	return JSON.stringify([context.getWorkflow().id, node.name]);
}

/** What the calls of a payer are charged; `quote` asks the service for the price of one. */
export function chargesOf(
	payer: Omit<Payer, 'charges'>,
	price: PriceRule | undefined,
	quote: PricedCall['quote'] = async () => undefined,
): Charges {
	const { context, node, settings, run, encryption, extraFields } = payer;
	return new Charges({
		...{ payer, context, node: node.name, tool: isToolRun(node), run, price, quote },
		...{ tracks: settings.trackCost, label: totalsLabelOf(context, settings.costLabel) },
		maxCost: () => maxCostOf(settings, payer.account),
		maxCostOfOwner: () => maxCostOfOwner(payer.account),
		nodeKey: nodeKeyOf(payer),
		log: (sentence) => context.logger.info(`"${node.name}": ${sentence}`),
		places: settings.maxConcurrentRequests,
		items: payer.count,
		encrypted: encryption !== undefined,
		doubt: extraFields && (() => priceDoubtOf(extraFields, maxCostOfOwner(payer.account) > 0)),
	});
}
