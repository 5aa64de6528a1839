import type { Run, Send } from '../http/send';
import type { OperationItem } from '../run/item';
import { PaidItem } from '../run/paidItem';
import type { ItemStep } from './made';

/** The last step: makes the requests of the operation, and its output. */
export const walk: ItemStep = async (_, item, options) => {
	const send: Send = async (request, policy) => (item.last = await item.send(request, policy));
	const items = await item.operation.sendAll.call(item.context, options, send, runOf(item));
	return { item: item.index, items };
};

/** What an operation may do with the place of an item in the run. */
function runOf(item: OperationItem): Run {
	const { context, gate, charges } = item;
	return {
		remember: async (name, make) => await gate.remember(name, make),
		rest: async (ms) => await gate.rest(ms, context.getExecutionCancelSignal(), item.ending()),
		spare: () => gate.spare(),
		get free() {
			return gate.free;
		},
		keep: (facts) => gate.keep(facts),
		beside: async (task) => await gate.run(task),
		cost: async (answer) => await charges.settle({}, { answer }),
		paid: item.paid ?? new PaidItem(context, undefined),
	};
}
