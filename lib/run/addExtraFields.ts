import type { Step } from '../wire/send';
import type { Item } from './item';
import { withExtraFields } from './otherFieldValues';

/** Sends the extra fields with each request that is the item's own: what follows it up, such as a look at the state of a job, is the node's. */
export const addExtraFields: Step<Item> = async (next, item, options, policy) => {
	if (item.extraFields === undefined || policy.free === true) {
		return await next(item, options, policy);
	}
	const body = withExtraFields(options.body, item.extraFields, item.account.namePrefix);
	return await next(item, { ...options, body }, policy);
};
