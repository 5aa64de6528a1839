import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { Cost } from '../core/cost';
import { ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { verdictOf } from '../wire/errors/verdict';
import type { BatchRule, Step, RequestSize } from '../wire/send';
import { ABOVE_CAP } from '../cost/moneyWait';
import { splitCost } from '../cost/shares';
import type { Item } from './item';
import type { Run } from './run';

/** A request is cut in halves to find the items that the service refuses, until it has refused so many: it shuts out a caller who fails often (docs/maintainers/service.md#rate-limits). */
const MAX_REFUSALS = 15;

/** Sends the request of an item in one with those of other items that differ in their own part only. */
export const combineItems: Step<Item> = async (next, call) => {
	const { payer, request } = call;
	const { account, batch, context, run, charges, settings } = payer;
	if (batch === undefined) return await next(call);
	const body = (isRecord(request.body) ? request.body : {}) as IDataObject;
	const room = await batch.room.call(context, body, run);
	const member = new BatchMember(body, batch.sizeOf(body));
	const others = { ...request, body: { ...body, [batch.field]: undefined } };
	const key = hashOf([account.id, others, settings]);
	const delivery = new BatchDelivery(batch, async (joined) => {
		const answer = await next({ ...call, request: { ...request, body: joined } });
		const cost = await charges.setCost((isRecord(answer.body) ? answer.body : {}) as IDataObject);
		return { answer, cost };
	});
	const { answer, cost } = await joinBatch(
		...([run, key, room, member] as const),
		async (members) => await delivery.deliver(members),
	);
	charges.bearShare(cost);
	return answer;
};

/** One request for several items, or several where the service refuses some of the items. */
class BatchDelivery {
	private readonly refusals: ServiceFailure[] = [];

	constructor(
		private readonly rule: BatchRule,
		private readonly sendBatch: (
			body: IDataObject,
		) => Promise<{ answer: Answer; cost: Parameters<typeof splitCost>[0] }>,
	) {}

	/** Hands each member its share, or the reason why it has none. */
	async deliver(members: BatchMember[]): Promise<void> {
		const [first, ...others] = members.map(({ body }) => body);
		if (first === undefined) return;
		const last = this.refusals[MAX_REFUSALS - 1];
		if (last !== undefined) {
			const reason = last.withMessage(
				`Not sent, as the service refused ${MAX_REFUSALS} requests with items of this run: ${last.message}`,
			);
			for (const { reject } of members) reject(reason);
			return;
		}
		try {
			const { answer, cost } = await this.sendBatch(
				others.length === 0 ? first : this.rule.join([first, ...others]),
			);
			const answers = this.rule.split(answer, [first, ...others]);
			const costs = splitCost(
				cost,
				members.map(({ size }) => size.bytes),
			);
			for (const [index, { resolve }] of members.entries())
				resolve({ answer: answers[index] ?? answer, cost: costs[index] ?? null });
		} catch (error) {
			// What is left may pay for some of them.
			if (members.length > 1 && error instanceof ServiceFailure && error.facts.code === ABOVE_CAP)
				return await this.deliverHalves(members);
			const refusal = this.refusalOfOne(error);
			if (refusal !== undefined) this.refusals.push(refusal);
			if (refusal !== undefined && members.length > 1) return await this.deliverHalves(members);
			const reason = batchFailure(error, members.length);
			for (const { reject } of members) reject(reason);
		}
	}

	private async deliverHalves(members: BatchMember[]): Promise<void> {
		const half = Math.ceil(members.length / 2);
		await this.deliver(members.slice(0, half));
		await this.deliver(members.slice(half));
	}

	/** A refusal that may be about one of the items, and not about what they have in common. */
	private refusalOfOne(error: unknown): ServiceFailure | undefined {
		if (!(error instanceof ServiceFailure)) return undefined;
		const { fields = [], charge = 'none' } = error.facts;
		const isItsOwn = fields.length === 0 || fields.includes(this.rule.field);
		// A page in place of a refusal may come after the work was done.
		return isItsOwn && charge === 'none' && verdictOf(error.facts).isAboutContent
			? error
			: undefined;
	}
}

/** The failure of a request that was made for several items. */
function batchFailure(error: unknown, items: number): unknown {
	if (items === 1 || !(error instanceof ServiceFailure)) return error;
	return error.withMessage(`${error.message}, in one request for ${items} items`);
}

/** What an item gets of a request that several items made together. */
interface BatchShare {
	answer: Answer;
	cost: Cost | null;
}

/** An item's part of a request that several items make together. */
class BatchMember {
	readonly ownShare: Promise<BatchShare>;

	resolve!: (share: BatchShare) => void;

	reject!: (error: unknown) => void;

	constructor(
		readonly body: IDataObject,
		readonly size: RequestSize,
	) {
		this.ownShare = new Promise((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
		});
		// The item that sends for all looks at its own share last.
		this.ownShare.catch(() => {});
	}
}

/** The items whose requests become one; open until it is full, or no other item can join. */
class Batch {
	readonly members: BatchMember[] = [];

	readonly untilFull: Promise<void>;

	markFull!: () => void;

	private roomLeft: RequestSize;

	constructor(room: RequestSize) {
		this.roomLeft = room;
		this.untilFull = new Promise((resolve) => {
			this.markFull = resolve;
		});
	}

	/** Whether there is room for the member; it has it then. */
	tryAdd(member: BatchMember): boolean {
		const entries = this.roomLeft.entries - member.size.entries;
		const bytes = this.roomLeft.bytes - member.size.bytes;
		if (this.members.length > 0 && (entries < 0 || bytes < 0)) return false;
		this.roomLeft = { entries, bytes };
		this.members.push(member);
		return true;
	}
}

/** The share of an item that joins the items of its run with the same key. The first of them calls `send` once no other can join. */
async function joinBatch(
	run: Run,
	key: string,
	room: RequestSize,
	member: BatchMember,
	send: (members: BatchMember[]) => Promise<void>,
): Promise<BatchShare> {
	const batches = run.shared('open batches', () => new Map<string, Batch>());
	const open = batches.get(key);
	if (open?.tryAdd(member)) return await run.runWithoutSlot(member.ownShare);
	open?.markFull();
	const batch = new Batch(room);
	batch.tryAdd(member);
	batches.set(key, batch);
	await run.runWithoutSlot(Promise.race([batch.untilFull, run.untilIdle()]));
	if (batches.get(key) === batch) batches.delete(key);
	await send(batch.members);
	return await member.ownShare;
}
