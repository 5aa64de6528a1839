import type { IDataObject } from 'n8n-workflow';

import type { Cost } from '../base/cost';
import type { Answer } from '../base/answer';
import type { Size } from '../http/send';
import type { Gate } from '../run/gate';

/** What an item gets of a request that several items made together. */
export interface Share {
	answer: Answer;
	cost: Cost | null;
}

/** An item's part of a request that several items make together. */
export class Member {
	readonly share: Promise<Share>;

	resolve!: (share: Share) => void;

	reject!: (error: unknown) => void;

	constructor(
		readonly body: IDataObject,
		readonly size: Size,
	) {
		this.share = new Promise((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
		});
		// The item that sends for all looks at its own share last.
		this.share.catch(() => {});
	}
}

/** The items whose requests become one; open until it is full, or no other item can join. */
class Batch {
	readonly members: Member[] = [];

	readonly full: Promise<void>;

	close!: () => void;

	private left: Size;

	constructor(room: Size) {
		this.left = room;
		this.full = new Promise((resolve) => {
			this.close = resolve;
		});
	}

	/** Whether there is room for the member; it has it then. */
	takes(member: Member): boolean {
		const entries = this.left.entries - member.size.entries;
		const bytes = this.left.bytes - member.size.bytes;
		if (this.members.length > 0 && (entries < 0 || bytes < 0)) return false;
		this.left = { entries, bytes };
		this.members.push(member);
		return true;
	}
}

const openBatches = new WeakMap<Gate, Map<string, Batch>>();

/** The share of an item that joins the items of its run with the same key. The first of them calls `send` once no other can join. */
export async function joinBatch(
	gate: Gate,
	key: string,
	room: Size,
	member: Member,
	send: (members: Member[]) => Promise<void>,
): Promise<Share> {
	const batches = openBatches.get(gate) ?? new Map<string, Batch>();
	openBatches.set(gate, batches);
	const open = batches.get(key);
	if (open?.takes(member)) return await gate.aside(member.share);
	open?.close();
	const batch = new Batch(room);
	batch.takes(member);
	batches.set(key, batch);
	await gate.aside(Promise.race([batch.full, gate.idle()]));
	if (batches.get(key) === batch) batches.delete(key);
	await send(batch.members);
	return await member.share;
}
