import type { ISupplyDataFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ServiceFailure } from '../base/failure';

/** Shows beside the output of a sub-node, after a run, how many of its requests were sent again and whether they may have been charged. */
export function retryHint(
	context: Pick<ISupplyDataFunctions, 'addExecutionHints'>,
): (failure: ServiceFailure) => void {
	const hint: NodeExecutionHint = { message: '', location: 'outputPane', type: 'info' };
	let retries = 0;
	let doubtful = 0;
	return ({ facts: { charge = 'none' } }) => {
		retries += 1;
		if (charge !== 'none') doubtful += 1;
		const what =
			retries === 1
				? 'A request of this node failed and was retried once'
				: `Requests of this node failed and were retried ${retries} times`;
		const money =
			doubtful === 0
				? 'Failed attempts were not charged.'
				: `${doubtful} of the failed attempts may have been charged.`;
		hint.message = `${what}. ${money}`;
		// n8n keeps the object, so that later retries change what it shows.
		if (retries === 1) context.addExecutionHints(hint);
	};
}
