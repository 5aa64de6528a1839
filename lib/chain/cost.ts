import { giveUp } from '../base/streams';
import type { ItemStep } from './made';
import { withFacts } from './withFacts';

/** Adds what the calls of an item were charged, and what the headers of the last answer say. */
export const cost: ItemStep = async (next, item, options) => {
	const { charges } = item;
	try {
		const made = await next(item, options);
		return { ...made, items: withFacts(item, await charges.onto(made.items)) };
	} finally {
		await charges.settle({}, { looksUp: false });
		giveUp(item.last?.body);
	}
};
