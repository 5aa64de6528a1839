import { failureOfItem } from '../run/runEnd';
import type { ItemStep } from './made';

/** Waits for a place in the run, and ends the run while it has the place if what the item failed with ends it. */
export const gate: ItemStep = async (next, item, options) =>
	await item.gate.run(async () => {
		try {
			item.requireOpen();
			return await next(item, options);
		} catch (error) {
			throw failureOfItem(item, error);
		}
	});
