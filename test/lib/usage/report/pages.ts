import type { Answer } from '../../../../lib/transport/http/answer';
import { ServiceFailure } from '../../../../lib/transport/errors/failure';
import type { Send } from '../../../../lib/transport/plan';
import type { WireEntry } from './history';

const PAGE = 1000;

export interface Pages {
	send: Send;
	/** Pages given so far. */
	readonly given: number;
}

/**
 * The pages of a usage history as the service gives them, with one cursor refused in the middle of the first walk. The history is made
 * anew for each walk, and one page of it is in memory at a time.
 */
export function pagesOf(history: () => Iterable<WireEntry>, onPage?: () => void): Pages {
	let walk: Iterator<WireEntry> | undefined;
	let given = 0;
	let mayRefuse = true;
	const send: Send = async ({ qs = {} }) => {
		const { cursor, startTimestamp, endTimestamp, currency } = qs as Record<string, string>;
		if (cursor === undefined) {
			walk = within(history(), String(startTimestamp), String(endTimestamp), currency);
		} else if (cursor !== `page-${given}`) {
			throw new Error(`Not the cursor of the last page: ${cursor}`);
		} else if (mayRefuse && given === 2) {
			mayRefuse = false;
			throw new ServiceFailure('The cursor has expired', { kind: 'refused', status: 400 });
		}
		const data: WireEntry[] = [];
		let last: IteratorResult<WireEntry> | undefined;
		while (data.length < PAGE && !last?.done) {
			last = walk?.next();
			if (last?.done === false) data.push(last.value);
		}
		given++;
		onPage?.();
		const nextCursor = data.length === PAGE ? `page-${given}` : null;
		const body: unknown = JSON.parse(JSON.stringify({ data, nextCursor }));
		return { body, headers: {}, namePrefix: 'service' } satisfies Answer;
	};
	return {
		send,
		get given() {
			return given;
		},
	};
}

function* within(
	history: Iterable<WireEntry>,
	start: string,
	end: string,
	currency?: string,
): Generator<WireEntry> {
	const [from, to] = [Date.parse(start), Date.parse(end)];
	for (const entry of history) {
		const at = Date.parse(entry.timestamp);
		if (at < from || at >= to) continue;
		if (currency === undefined || entry.currency === currency) yield entry;
	}
}
