import type { Step } from '../wire/send';
import { withExtraFields } from './otherFieldValues';
import type { Payer } from './payer';

/** Sends the extra fields with each request that is the item's own: what follows it up, such as a look at the state of a job, is the node's. */
export const addExtraFields: Step<Payer> = async (next, call) => {
	const { payer, request, free } = call;
	if (payer.extraFields === undefined || free === true) return await next(call);
	const body = withExtraFields(request.body, payer.extraFields, payer.account.namePrefix);
	return await next({ ...call, request: { ...request, body } });
};
