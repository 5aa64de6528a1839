import { enforcePrivacy } from '../privacy/privacy';
import type { Send } from '../wire/send';
import { senderFor } from '../wire/steps';
import { combineItems } from './combine';
import { encryptChat } from './encrypt';
import { addExtraFields } from './addExtraFields';
import { fallback } from './fallbackStep';
import type { Item } from './item';
import type { Payer } from './payer';
import { receiveWhole } from './receiveWhole';
import { rehearse } from './rehearse';
import { repeatLost } from './repeatLost';
import { capCost, countPaidCalls } from './spending';

/** The steps of the table in lib/wire/steps.ts that know a payer. */
const payerSteps = {
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
export const sendForItem: Send<Item> = senderFor('item', {
	combineItems,
	...payerSteps,
});

/** Sends one request of an AI sub-node, which n8n neither routes nor batches. */
export const sendForSubNode: Send<Payer> = senderFor('subNode', payerSteps);
