import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { applyRules } from '../fields/applyRules';
import { FALLBACK, fallbackChoices } from '../fallback/choices';
import { forAgent } from '../agent/toolResult';
import { isToolRun } from '../agent/toolRun';
import type { Plan } from './plan';
import { countAhead, uncountCall } from './countCall';
import { failItem } from './failItem';
import { withGate } from './gate';
import { itemContext } from '../base/itemContext';
import type { ItemRun } from './itemRun';
import { labelItems } from './labelItems';
import { runSettings, type RunSettings } from './runSettings';
import { sendItem } from './sendItem';

/**
 * The function that n8n calls once per item for every operation.
 * It checks the item before anything of the run is sent, waits for its turn, sends, waits and retries, and pairs what comes out with the item.
 */
export function runOperation(plan: Plan) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		return await runItem.call(itemContext(this), request, plan);
	};
}

async function runItem(
	this: IExecuteSingleFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
	plan: Plan,
): Promise<INodeExecutionData[]> {
	let settings: RunSettings;
	try {
		settings = runSettings(this, { maxConcurrentRequests: plan.usualConcurrency });
	} catch (error) {
		return failItem.call(this, error);
	}
	const limit = Math.min(settings.maxConcurrentRequests, plan.concurrency ?? Infinity);
	return await withGate(this.getExecuteData(), limit, async (gate) => {
		const itemRun: ItemRun = { plan, settings, gate, state: { followsUp: false } };
		let options: IHttpRequestOptions;
		try {
			options = checked.call(this, request, plan, settings);
			countAhead.call(this, options, itemRun);
		} catch (error) {
			return failItem.call(this, error, itemRun);
		}
		return await gate.run(async () => {
			// n8n copies the node with all its parameters each time it is asked for.
			const node = this.getNode();
			const items = await sendItem
				.call(this, node, options, itemRun)
				.catch((error: unknown) => failItem.call(this, error, itemRun));
			uncountCall.call(this, itemRun);
			const pairedItem = { item: this.getItemIndex() };
			const readable = isToolRun(node)
				? forAgent(this, items, settings.maxAgentCharacters)
				: labelItems(items, itemRun);
			return readable.map((entry) => ({ ...entry, pairedItem }));
		});
	});
}

function checked(
	this: IExecuteSingleFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
	plan: Plan,
	{ timeoutMs }: RunSettings,
): IHttpRequestOptions {
	const options = request.options as IHttpRequestOptions;
	options.timeout = timeoutMs;
	applyRules(options, plan.rules, this.getTimezone());
	if (plan.fallback) fallbackChoices(this.getNodeParameter(FALLBACK, {}), plan.fallback);
	for (const prepare of plan.prepare ?? []) prepare.call(this, options);
	return options;
}
