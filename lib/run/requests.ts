import { privacy } from '../privacy/privacy';
import type { Way } from '../wire/send';
import { sender } from '../wire/steps';
import { combine } from './combine';
import { encrypt } from './encrypt';
import { extraFields } from './extraFields';
import { fallback } from './fallback';
import type { Item, OperationItem } from './item';
import { repeatLost } from './repeatLost';
import { cap, count } from './spending';

/** The steps of the table in lib/wire/steps.ts that know an item. */
const steps = { extraFields, count, fallback, privacy, repeatLost, cap, encrypt };

/** Sends one request of an item through the steps of its column. */
export const sendForItem: Way<OperationItem> = sender('item', { combine, ...steps });

/** Sends one request of an AI sub-node, which n8n neither routes nor batches. */
export const sendForSubNode: Way<Item> = sender('subNode', steps);
