import type { INodeProperties, NodeHint } from 'n8n-workflow';

import { operationOf, type Operation } from '../../lib/run/operation';

const MANY_ITEMS = 50;
/** So many are paid for again if n8n crashes, which keeps nothing of a run that has not ended. */
const VERY_MANY_ITEMS = 100;
const ITEM_COUNT = '$input.all().length';

/** What is shown beside the input before a run: what the items cost. None where all operations are free. */
export function paidOperationHints(properties: INodeProperties[]): NodeHint[] {
	const paid = properties.filter(({ name }) => name === 'operation').flatMap(paidOperationsIn);
	const separate = chosenConditions(paid.filter(({ combine }) => combine === undefined));
	const combined = chosenConditions(paid.filter(({ combine }) => combine !== undefined));
	const together = '$parameter["options"].combineItems !== false';
	return [
		...separate.flatMap(hintsPerItem),
		...combined.flatMap((chosen) => [
			inputHint(
				'The texts of all items are sent together, up to 2,048 in each paid call. <b>Options > Combine Items</b> turns this off.',
				'info',
				`${chosen} && ${together} && ${ITEM_COUNT} > 1`,
			),
			...hintsPerItem(`${chosen} && !(${together})`),
		]),
	];
}

const hintsPerItem = (condition: string) => [
	inputHint(
		'Each input item is a paid call. To process only the first item, turn on <b>Execute Once</b> in Settings.',
		'info',
		`${condition} && ${ITEM_COUNT} > 1 && ${ITEM_COUNT} < ${MANY_ITEMS}`,
	),
	inputHint(
		`${MANY_ITEMS} or more items arrive, and each is a paid call. Check the number of items before you run this node.`,
		'warning',
		`${condition} && ${ITEM_COUNT} >= ${MANY_ITEMS} && ${ITEM_COUNT} < ${VERY_MANY_ITEMS}`,
	),
	inputHint(
		`${VERY_MANY_ITEMS} or more items arrive, and each is a paid call. If n8n crashes, all of this run are paid for again: use the example <b>Work list</b> to keep what is answered.`,
		'warning',
		`${condition} && ${ITEM_COUNT} >= ${VERY_MANY_ITEMS}`,
	),
];

interface PaidOperation {
	name: string;
	combine: Operation['combine'];
}

/** The paid operations of a menu as `resource:operation`, or the operation alone where the node has no resources. */
function paidOperationsIn({ displayOptions, options = [] }: INodeProperties): PaidOperation[] {
	const [resource] = displayOptions?.show?.resource ?? [];
	return options
		.filter((entry) => 'value' in entry && operationOf(entry)?.free !== true)
		.map((entry) => ({
			name: [resource, 'value' in entry && entry.value].filter(Boolean).join(':'),
			combine: operationOf(entry)?.combine,
		}));
}

/** The condition that one of these operations is chosen; none where there are none. */
function chosenConditions(operations: PaidOperation[]): string[] {
	if (operations.length === 0) return [];
	const names = JSON.stringify(operations.map(({ name }) => name));
	const chosen = '[$parameter["resource"], $parameter["operation"]].filter(Boolean).join(":")';
	return [`${names}.includes(${chosen})`];
}

function inputHint(message: string, type: NodeHint['type'], condition: string): NodeHint {
	return {
		message,
		type,
		location: 'inputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${condition} }}`,
	};
}

const MODEL_PARAMETER = '($parameter["model"]?.value ?? $parameter["model"] ?? "")';

/**
 * What is shown while a model in an enclave is chosen, and the call is not encrypted. A hint sees the ID alone, not the list of models; the
 * interface documents the prefixes of such IDs.
 */
export function encryptionHints(): NodeHint[] {
	return [
		{
			message:
				'This call is not encrypted: the service can read it. To encrypt it, add <b>Options > Privacy > Encryption</b>.',
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ /^(e2ee|tee)-/.test(String(${MODEL_PARAMETER})) && $parameter["options"]?.["privacy"]?.["encryption"] !== "required" }}`,
		},
	];
}
