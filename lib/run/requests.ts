import { enforcePrivacy } from '../privacy/privacy';
import type { StepHandler } from '../wire/send';
import { senderFor } from '../wire/steps';
import { combineItems } from './combine';
import { encryptChat } from './encrypt';
import { addExtraFields } from './addExtraFields';
import { fallback } from './fallbackStep';
import type { Item, OperationItem } from './item';
import { receiveWhole } from './receiveWhole';
import { rehearse } from './rehearse';
import { repeatLost } from './repeatLost';
import { capCost, countPaidCalls } from './spending';

/** The steps of the table in lib/wire/steps.ts that know an item. */
const itemSteps = {
	addExtraFields,
	countPaidCalls,
	fallback,
	enforcePrivacy,
	repeatLost,
	capCost,
	rehearse,
	encryptChat,
	receiveWhole,
};

/** Sends one request of an item through the steps of its column. */
export const sendForItem: StepHandler<OperationItem> = senderFor('item', {
	combineItems,
	...itemSteps,
});

/** Sends one request of an AI sub-node, which n8n neither routes nor batches. */
export const sendForSubNode: StepHandler<Item> = senderFor('subNode', itemSteps);
