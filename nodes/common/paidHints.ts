import type { INodeProperties, NodeHint } from 'n8n-workflow';

import { operationOf } from '../../lib/description/operation';

const MANY = 50;

/** Warnings beside the input, before a run: each item of a paid operation is a charge of its own. None where all operations are free. */
export function paidHints(properties: INodeProperties[]): NodeHint[] {
	const paid = properties.filter(({ name }) => name === 'operation').flatMap(paidIn);
	if (paid.length === 0) return [];
	const chosen = '[$parameter["resource"], $parameter["operation"]].filter(Boolean).join(":")';
	const isPaid = `${JSON.stringify(paid)}.includes(${chosen})`;
	const items = '$input.all().length';
	return [
		hint(
			`Each input item is a paid call. To process only the first item, turn on <b>Execute Once</b> in Settings.`,
			'info',
			`${isPaid} && ${items} > 1 && ${items} < ${MANY}`,
		),
		hint(
			`${MANY} or more items arrive, and each is a paid call. Check the number of items before you run this node.`,
			'warning',
			`${isPaid} && ${items} >= ${MANY}`,
		),
	];
}

/** The paid operations of a menu as `resource:operation`, or the operation alone where the node has no resources. */
function paidIn({ displayOptions, options = [] }: INodeProperties): string[] {
	const [resource] = displayOptions?.show?.resource ?? [];
	return options
		.filter((entry) => 'value' in entry && operationOf(entry)?.free !== true)
		.map((entry) => [resource, 'value' in entry && entry.value].filter(Boolean).join(':'));
}

function hint(message: string, type: NodeHint['type'], condition: string): NodeHint {
	return {
		message,
		type,
		location: 'inputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${condition} }}`,
	};
}
