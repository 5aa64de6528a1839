import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { isToolRun } from '../core/execution';
import { applyRules } from '../fields/accept';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import type { BatchRule } from '../wire/send';
import { FALLBACK_PARAMETER, fallbackChoices } from './fallback/choices';
import type { FallbackChoices } from './fallback/types';
import type { Run } from './run';
import type { RunnableOperation } from './handling';
import type { IncludedInput } from './inputFields';
import { checkedOtherFields, type ExtraFields } from './otherFieldValues';
import type { RunSettings } from './runSettings';
import { sharingKey, type RequestKey } from './saved/keys';
import type { ParameterReads } from './saved/parameterReads';

/** An item as it comes in, before anything is known of it. */
export interface IncomingItem {
	readonly context: IExecuteSingleFunctions;
	readonly node: INode;
	/** What the operation reads of its parameters. */
	readonly reads: ParameterReads;
	readonly operation: RunnableOperation;
	readonly settings: RunSettings;
	readonly run: Run;
	/** Its index among the items of the run. */
	readonly index: number;
	/** The request that n8n has built for it. */
	readonly options: IHttpRequestOptions;
}

/** How an item is sent. */
export interface ItemPlan {
	/** How many items the run has. */
	readonly count: number;
	/** Whether an agent runs the node as a tool. */
	readonly isTool: boolean;
	/** Whether it is only estimated. */
	readonly isDry: boolean;
	/** What the user chose under Fallback Models. */
	readonly choices?: FallbackChoices;
	/** What its requests carry beside the fields of the panel. */
	readonly extraFields?: ExtraFields;
	/** Whether its output has what the headers of its answer tell. */
	readonly includeResponseFacts?: boolean;
	/** Which part of its input its output has. */
	readonly included: IncludedInput;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	readonly encryption?: EnclaveChoices;
	/** How it is sent in one request with other items; undefined where it is sent alone. */
	readonly batch?: BatchRule;
	/** What its request has in common with items that ask for the same; undefined where each item pays separately. */
	readonly sharedRequest?: RequestKey;
	/** Where its answer is kept: under what is asked for, or under the item. */
	readonly storageKey: string;
}

/** Refuses what cannot be sent, with a sentence about the parameter, and decides how the item is sent: at once, so that no item is sent before. */
export function checkItem(incoming: IncomingItem): ItemPlan {
	const { context, node, operation, settings, options, index } = incoming;
	options.timeout = settings.timeoutMs;
	const warnings = applyRules(options, operation.rules, context.getTimezone());
	for (const warning of warnings) context.logger.warn(`"${node.name}": ${warning}`);
	const models = operation.fallback && context.getNodeParameter(FALLBACK_PARAMETER, null);
	const choices =
		operation.fallback && models !== null ? fallbackChoices(models, operation.fallback) : undefined;
	for (const prepare of operation.prepare ?? []) prepare.call(context, options);
	const isTool = isToolRun(node);
	const {
		extra: extraFields,
		includeResponseFacts,
		...included
	} = checkedOtherFields(context, operation, isTool, options);
	const encryption = operation.encryption?.call(context, options);
	const count = context.getExecuteData().data.main?.[0]?.length ?? 1;
	const isDryRun = settings.dryRun && operation.price !== undefined;
	const hasOthers = count > 1 && !isTool;
	const batch =
		hasOthers && operation.combine?.isWanted.call(context) ? operation.combine : undefined;
	const sharedRequest = hasOthers ? sharedRequestOf(incoming) : undefined;
	// The files of an item are others once they are read again.
	const isKeptAlone = sharedRequest === undefined || sharedRequest.fileIds.length > 0;
	const storageKey = isKeptAlone ? String(index) : sharedRequest.hash;
	const sent = { extraFields, includeResponseFacts, choices, encryption, batch, sharedRequest };
	return { count, isTool, isDry: isDryRun, included, storageKey, ...sent };
}

function sharedRequestOf({
	context,
	node,
	operation,
	settings,
	options,
}: IncomingItem): RequestKey | undefined {
	const wanted = settings.reuseIdentical ?? operation.reusesIdentical === true;
	return wanted && operation.price !== undefined ? sharingKey(context, node, options) : undefined;
}
