import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { Cost } from '../core/cost';
import { ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { verdictOf } from '../wire/errors/verdict';
import type { Combine, Step, Size } from '../wire/send';
import { sharesOfCost } from '../cost/shares';
import type { Gate } from './gate';
import type { OperationItem } from './item';

/** A request is cut in halves to find the items that the service refuses, until it has refused so many: it shuts out a caller who fails often (docs/maintainers/service.md#rate-limits). */
const MOST_REFUSALS = 15;

/** Sends the request of an item in one with those of other items that differ in their own part only. */
export const combine: Step<OperationItem> = async (next, item, options, policy) => {
	const { batch, context, gate, charges, settings } = item;
	if (batch === undefined) return await next(item, options, policy);
	const body = (isRecord(options.body) ? options.body : {}) as IDataObject;
	const room = await batch.room.call(context, body, gate);
	const member = new Member(body, batch.sizeOf(body));
	const others = { ...options, body: { ...body, [batch.field]: undefined } };
	const key = hashOf([item.account.id, others, settings]);
	const delivery = new Delivery(batch, async (joined) => {
		const answer = await next(item, { ...options, body: joined } as IHttpRequestOptions, policy);
		const cost = await charges.setCost((isRecord(answer.body) ? answer.body : {}) as IDataObject);
		return { answer, cost };
	});
	const { answer, cost } = await joinBatch(
		...([gate, key, room, member] as const),
		async (members) => await delivery.deliver(members),
	);
	charges.bear(cost);
	return answer;
};

/** One request for several items, or several where the service refuses some of the items. */
class Delivery {
	private readonly refusals: ServiceFailure[] = [];

	constructor(
		private readonly combine: Combine,
		private readonly send: (
			body: IDataObject,
		) => Promise<{ answer: Answer; cost: Parameters<typeof sharesOfCost>[0] }>,
	) {}

	/** Hands each member its share, or the reason why it has none. */
	async deliver(members: Member[]): Promise<void> {
		const [first, ...others] = members.map(({ body }) => body);
		if (first === undefined) return;
		const last = this.refusals[MOST_REFUSALS - 1];
		if (last !== undefined) {
			const reason = last.as(
				`Not sent, as the service refused ${MOST_REFUSALS} requests with items of this run: ${last.message}`,
			);
			for (const { reject } of members) reject(reason);
			return;
		}
		try {
			const { answer, cost } = await this.send(
				others.length === 0 ? first : this.combine.join([first, ...others]),
			);
			const answers = this.combine.split(answer, [first, ...others]);
			const costs = sharesOfCost(
				cost,
				members.map(({ size }) => size.bytes),
			);
			for (const [index, { resolve }] of members.entries())
				resolve({ answer: answers[index] ?? answer, cost: costs[index] ?? null });
		} catch (error) {
			const refusal = this.refusalOfOne(error);
			if (refusal !== undefined) this.refusals.push(refusal);
			if (refusal !== undefined && members.length > 1) return await this.deliverHalves(members);
			const reason = ofAll(error, members.length);
			for (const { reject } of members) reject(reason);
		}
	}

	private async deliverHalves(members: Member[]): Promise<void> {
		const half = Math.ceil(members.length / 2);
		await this.deliver(members.slice(0, half));
		await this.deliver(members.slice(half));
	}

	/** A refusal that may be about one of the items, and not about what they have in common. */
	private refusalOfOne(error: unknown): ServiceFailure | undefined {
		if (!(error instanceof ServiceFailure)) return undefined;
		const { fields = [], charge = 'none' } = error.facts;
		const isItsOwn = fields.length === 0 || fields.includes(this.combine.field);
		// A page in place of a refusal may come after the work was done.
		return isItsOwn && charge === 'none' && verdictOf(error.facts).isAboutContent
			? error
			: undefined;
	}
}

/** The failure of a request that was made for several items. */
function ofAll(error: unknown, items: number): unknown {
	if (items === 1 || !(error instanceof ServiceFailure)) return error;
	return error.as(`${error.message}, in one request for ${items} items`);
}

/** What an item gets of a request that several items made together. */
interface Share {
	answer: Answer;
	cost: Cost | null;
}

/** An item's part of a request that several items make together. */
class Member {
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
async function joinBatch(
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
