import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Charges } from '../pricing/charges';
import { spendingOf } from '../pricing/runSpending';
import { sharesOfCost } from '../pricing/shares';
import { isRecord } from '../base/record';
import { isToolRun } from '../agent/toolRun';
import { ServiceFailure } from '../base/failure';
import type { Account } from '../http/account';
import type { Answer } from '../base/answer';
import type { Combine, Send } from './plan';
import { joinBatch, Member } from './batch';
import type { ItemRun } from './itemRun';
import { hashOf } from './requestHash';

/** A request is cut in halves to find the items that the service refuses, until it has refused so many: it shuts out a caller who fails often (docs/service.md#rate-limits). */
const MOST_REFUSALS = 15;

/** How items are sent in one request; undefined where each is sent alone. */
export function combineOf(
	this: IExecuteSingleFunctions,
	{ plan: { combine } }: ItemRun,
): Combine | undefined {
	const items = this.getExecuteData().data.main?.[0]?.length ?? 1;
	const isOn = items > 1 && combine?.isWanted.call(this) === true && !isToolRun(this.getNode());
	return isOn ? combine : undefined;
}

/** Sends the request of an item in one with those of other items that differ in their own part only. */
export function combinedSend(
	this: IExecuteSingleFunctions,
	combine: Combine,
	{ account, charges, send }: { account: Account; charges: Charges; send: Send },
	{ settings, gate }: ItemRun,
): Send {
	const { maxCallsPerRun } = settings;
	return async (options) => {
		const body = (isRecord(options.body) ? options.body : {}) as IDataObject;
		const room = await combine.room.call(this, body, gate);
		const member = new Member(body, combine.sizeOf(body));
		const others = { ...options, body: { ...body, [combine.field]: undefined } };
		const key = hashOf([account.id, others, settings]);
		const sendBody = async (joined: IDataObject) => {
			if (maxCallsPerRun > 0) spendingOf(this).countCall(this.getNode().name, maxCallsPerRun);
			const answer = await send({ ...options, body: joined } as IHttpRequestOptions);
			const cost = await charges.settle((isRecord(answer.body) ? answer.body : {}) as IDataObject);
			return { answer, cost };
		};
		const delivery = new Delivery(combine, sendBody);
		const { answer, cost } = await joinBatch(
			...([gate, key, room, member] as const),
			async (members) => await delivery.deliver(members),
		);
		charges.bear(cost);
		return answer;
	};
}

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
		const { status = 0, fields = [] } = error.facts;
		const isItsOwn = fields.length === 0 || fields.includes(this.combine.field);
		return isItsOwn && [400, 413, 422].includes(status) ? error : undefined;
	}
}

/** The failure of a request that was made for several items. */
function ofAll(error: unknown, items: number): unknown {
	if (items === 1 || !(error instanceof ServiceFailure)) return error;
	return error.as(`${error.message}, in one request for ${items} items`);
}
