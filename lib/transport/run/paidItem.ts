import { createHash } from 'node:crypto';
import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { isToolRun } from '../agent/toolRun';
import type { PaidSteps } from '../plan';
import type { ItemRun } from './itemRun';
import { PaidWork, storedFiles } from './paidWork';

/** Pays once for what an item asks for, however often n8n runs the node for it. */
export class PaidItem implements PaidSteps {
	/** The places of its steps, until the item is answered as a whole. */
	private readonly steps = new Set<string>();

	/** Without `work`, everything is made and nothing kept. */
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly node: INode,
		private readonly work: PaidWork | undefined,
	) {}

	/** Whether a retry finds what was paid for. */
	get isKept(): boolean {
		return this.work !== undefined;
	}

	/** The items that the request was answered with before, else those of `make`; one with an error in it is made again by a retry. */
	async whole(
		options: IHttpRequestOptions,
		make: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const { work } = this;
		if (work === undefined) return await make();
		const place = String(this.context.getItemIndex());
		const hash = hashOf(this.requestOf(options));
		const items = await this.taken<INodeExecutionData[]>(place, hash, make);
		if (items.some(({ error }) => error !== undefined)) return items;
		for (const step of this.steps) work.forget(step);
		work.keep(place, hash, items);
		work.finish(place, this.context.getExecuteData().data.main?.[0]?.length ?? 1);
		return items;
	}

	/** What a step of the item was answered with before, else what `make` gives; `what` tells it from the other steps. */
	async step<T>(what: string, make: () => Promise<T>): Promise<T> {
		const { work } = this;
		if (work === undefined) return await make();
		const place = this.placeOf(what);
		this.steps.add(place);
		const value = await this.taken(place, what, make);
		work.keep(place, what, value);
		return value;
	}

	/** Forgets a step whose answer turned out to be of no use, so that a retry pays for it again. */
	forget(what: string): void {
		this.work?.forget(this.placeOf(what));
	}

	private placeOf(what: string): string {
		return `${this.context.getItemIndex()}:${what}`;
	}

	private async taken<T>(place: string, hash: string, make: () => Promise<T>): Promise<T> {
		const known = this.work?.at(place, hash);
		return known !== undefined && (await this.areStored(known)) ? (known as T) : await make();
	}

	/** Whether n8n still has the files of a value. */
	private async areStored(value: unknown): Promise<boolean> {
		const look = async (id: string) => await this.context.helpers.getBinaryMetadata(id);
		return await Promise.all(storedFiles(value).map(look)).then(
			() => true,
			() => false,
		);
	}

	/** All that decides what is sent: the request so far, the parameters, and the item that their expressions read. */
	private requestOf({ method, url, qs, body }: IHttpRequestOptions): unknown {
		const { parameters, credentials } = this.node;
		const { json, binary = {} } = this.context.getInputData();
		const files = Object.entries(binary).map(([name, { id, data }]) => [name, id ?? data]);
		return [method, url, qs, body, parameters, credentials, json, files];
	}
}

/** The memory of an item: none for a call that costs nothing, for an agent, whose calls are all new ones, and where n8n keeps no data with the execution. */
export async function paidItem(
	context: IExecuteSingleFunctions,
	node: INode,
	{ plan, settings, gate }: ItemRun,
): Promise<PaidItem> {
	const remembers = !plan.free && settings.reusePaidAnswers && !isToolRun(node);
	const open = async () => paidWorkOf(context);
	return new PaidItem(
		context,
		node,
		remembers ? await gate.remember('paid work', open) : undefined,
	);
}

function paidWorkOf(context: IExecuteSingleFunctions): PaidWork | undefined {
	try {
		const run = Number(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
		return new PaidWork(context.getContext('node'), run);
	} catch {
		return undefined;
	}
}

/** A short text that is the same for the same JSON. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
