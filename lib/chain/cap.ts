import { isPaid, type Step } from '../http/send';
import type { Item } from '../run/item';

/** Sends a paid request only if what the execution may still spend is enough for it, and notes its answer for pricing. */
export const cap: Step<Item> = async (next, item, options, policy) => {
	const send = async () => await next(item, options, policy);
	return isPaid(item, policy) ? await item.charges.send(options.body, send) : await send();
};
