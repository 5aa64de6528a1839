import type { TimeSpan } from '../../lib/billing/period';
import type { SpendTally } from '../../lib/billing/tally';

const MAX_REMEMBERED = 4;

const tallyByKey = new Map<string, Promise<SpendTally>>();

/**
 * The charges of a span that is over, read once in a process: a check that forecasts would read two months each time. As the span begins a day
 * later each day, what is remembered is read again then.
 */
export async function rememberedCharges(
	{ start, end }: TimeSpan,
	whose: readonly string[],
	read: () => Promise<SpendTally>,
): Promise<SpendTally> {
	const key = JSON.stringify([start, end, ...whose]);
	const known = tallyByKey.get(key);
	if (known !== undefined) return await known;
	const reading = read();
	tallyByKey.set(key, reading);
	const [oldest = ''] = tallyByKey.keys();
	if (tallyByKey.size > MAX_REMEMBERED) tallyByKey.delete(oldest);
	void reading.catch(() => tallyByKey.delete(key));
	return await reading;
}
