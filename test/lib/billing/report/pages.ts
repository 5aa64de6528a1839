import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import type { Answer } from '../../../../lib/core/answer';
import type { SendRequest } from '../../../../lib/wire/send';
import type { WireEntry } from './history';

const PAGE = 1000;

export interface Pages {
	send: SendRequest;
	/** Pages given so far. */
	readonly given: number;
	close(): void;
}

/**
 * The pages of a usage history as the service gives them, windows, currency and cursors included; answers overtake each other. The history
 * lies in a file, so that of its entries only the page in hand is in memory.
 */
export function pagesOf(history: () => Iterable<WireEntry>, onPage?: () => void): Pages {
	const file = historyFile(history());
	let given = 0;
	const send: SendRequest = async ({ qs = {} }) => {
		const number = ++given;
		const { cursor, startTimestamp, endTimestamp, currency } = qs as Record<string, string>;
		type Place = [index: number, end: number, only?: string];
		const place: Place =
			cursor === undefined
				? [file.indexOf(String(startTimestamp)), file.indexOf(String(endTimestamp)), currency]
				: (JSON.parse(cursor) as Place);
		const [from, end, only] = place;
		let index = from;
		const data: WireEntry[] = [];
		for (; index < end; index++) {
			const entry = file.at(index);
			if (only !== undefined && entry.currency !== only) continue;
			if (data.length === PAGE) break;
			data.push(entry);
		}
		for (let wait = (number * 7) % 5; wait > 0; wait--) await turn();
		onPage?.();
		const nextCursor = index < end ? JSON.stringify([index, end, only]) : null;
		return { body: { data, nextCursor }, headers: {}, namePrefix: 'service' } satisfies Answer;
	};
	return {
		send,
		close: file.close,
		get given() {
			return given;
		},
	};
}

function historyFile(history: Iterable<WireEntry>) {
	const folder = mkdtempSync(join(tmpdir(), 'history-'));
	const file = openSync(join(folder, 'entries'), 'w+');
	const times: number[] = [];
	const offsets = [0];
	for (const entry of history) {
		times.push(Date.parse(entry.timestamp));
		offsets.push((offsets.at(-1) ?? 0) + writeSync(file, JSON.stringify(entry)));
	}
	return {
		/** Where the entries from a time on begin. */
		indexOf(timestamp: string): number {
			let [low, high] = [0, times.length];
			while (low < high) {
				const middle = (low + high) >> 1;
				if ((times[middle] ?? Infinity) < Date.parse(timestamp)) low = middle + 1;
				else high = middle;
			}
			return low;
		},
		at(index: number): WireEntry {
			const [from = 0, to = 0] = offsets.slice(index, index + 2);
			const bytes = Buffer.alloc(to - from);
			readSync(file, bytes, 0, bytes.length, from);
			return JSON.parse(bytes.toString()) as WireEntry;
		},
		close() {
			closeSync(file);
			rmSync(folder, { recursive: true });
		},
	};
}
