import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { itemContext } from '../base/execution';
import { chained } from '../http/send';
import { withGate } from '../run/gate';
import type { Handled } from '../run/handling';
import { OperationItem } from '../run/item';
import { runSettings, type RunSettings } from '../run/runSettings';
import { ITEM, REQUEST } from './chain';
import { failedItem } from './report';

const handle = chained(ITEM);

const send = chained(REQUEST);

/** The function that n8n calls once per item for every operation: the item goes through the steps of the chain. */
export function runOperation(operation: Handled) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const context = itemContext(this);
		let settings: RunSettings;
		try {
			settings = runSettings(context, { maxConcurrentRequests: operation.usualConcurrency });
		} catch (error) {
			return failedItem(context, error);
		}
		const limit = Math.min(settings.maxConcurrentRequests, operation.concurrency ?? Infinity);
		return await withGate(context.getExecuteData(), limit, async (gate) => {
			const options = request.options as IHttpRequestOptions;
			const item = new OperationItem(context, operation, settings, gate, options, send);
			return (await handle(item, options)).items;
		});
	};
}
