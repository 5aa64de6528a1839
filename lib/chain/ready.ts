import type { ItemStep } from './made';

/** Adds files to the request, and checks it against the model, once the turn of the item has come. */
export const ready: ItemStep = async (next, item, options) => {
	options.baseURL = (await item.account()).baseURL;
	for (const beforeSend of item.operation.beforeSend ?? []) {
		await beforeSend.call(item.context, options, item.gate);
	}
	return await next(item, options);
};
