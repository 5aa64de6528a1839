import { LostAnswers } from '../run/lostAnswers';
import { PaidItem } from '../run/paidItem';
import { ownRequest } from '../run/requestHash';
import type { ItemStep } from './made';

/** Takes what an earlier try of the node paid for from there, and keeps what this one pays for. */
export const paidOnce: ItemStep = async (next, item, options) => {
	const { context, node, common, work, operation } = item;
	const seal = item.once === true ? (await item.account()).seal : undefined;
	const isPaid = work !== undefined && operation.price !== undefined;
	const onRepeat = () => void (item.isRepeat = true);
	const lost = isPaid
		? new LostAnswers(context, work, item.repeatable === true, onRepeat)
		: undefined;
	const paid = new PaidItem(context, work, seal, lost);
	item.paid = paid;
	const asked = async () => {
		if (common === undefined) return ownRequest(context, node, options);
		const { id } = await item.account();
		return { ...common, hash: `${id}:${common.hash}` };
	};
	return await paid.whole(item.place, asked, async () => await next(item, options));
};
