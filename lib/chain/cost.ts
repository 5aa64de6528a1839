import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { unreadMark } from '../base/decodeBody';
import { giveUp } from '../base/streams';
import { modelDeprecation, responseFacts, tellOfWithdrawal } from '../http/responseFacts';
import type { OperationItem, ItemStep } from '../run/item';

/** Adds what the calls of an item were charged, and what the headers of the last answer say. */
export const cost: ItemStep = async (next, item, options) => {
	const { charges } = item;
	try {
		const made = await next(item, options);
		return { ...made, items: withFacts(item, await charges.onto(made.items)) };
	} finally {
		await charges.settle({}, { looksUp: false });
		giveUp(item.last?.body);
	}
};

/** The items with what the headers of their answer tell: always which numbers could not be read, that a model will be withdrawn or another one answered, the rest when the user wants it. */
function withFacts(
	{ context, node, last: answer, settings: { includeResponseFacts } }: OperationItem,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (answer === undefined) return items;
	const deprecation = modelDeprecation(answer);
	tellOfWithdrawal(context, node.name, answer);
	const facts: IDataObject = {
		...unreadMark(answer.body),
		...(deprecation === undefined ? {} : { modelDeprecation: deprecation }),
		...(answer.fallback === undefined ? {} : { fallback: answer.fallback }),
		...(includeResponseFacts ? { responseFacts: responseFacts(answer) } : {}),
	};
	if (Object.keys(facts).length === 0) return items;
	return items.map((entry) => ({ ...entry, json: { ...entry.json, ...facts } }));
}
