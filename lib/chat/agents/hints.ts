import type { ISupplyDataFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { FallbackFacts } from '../../core/answer';
import type { ServiceFailure } from '../../core/failure';

/** Shows beside the output of a sub-node, after a run, how many of its requests were sent again and whether they may have been charged. */
export function createRetryHintUpdater(
	context: Pick<ISupplyDataFunctions, 'addExecutionHints'>,
): (failure: ServiceFailure) => void {
	const hint: NodeExecutionHint = { message: '', location: 'outputPane', type: 'info' };
	let retries = 0;
	let possiblyCharged = 0;
	return ({ facts: { charge = 'none' } }) => {
		retries += 1;
		if (charge !== 'none') possiblyCharged += 1;
		const what =
			retries === 1
				? 'A request of this node failed and was retried once'
				: `Requests of this node failed and were retried ${retries} times`;
		const money =
			possiblyCharged === 0
				? 'Failed attempts were not charged.'
				: `${possiblyCharged} of the failed attempts may have been charged.`;
		hint.message = `${what}. ${money}`;
		// n8n keeps the object, so that later retries change what it shows.
		if (retries === 1) context.addExecutionHints(hint);
	};
}

/** Shows beside the output of a sub-node, after a run, how many of its answers came from another model than the chosen one, and why. */
export function createFallbackHintUpdater(
	context: Pick<ISupplyDataFunctions, 'addExecutionHints'>,
): (facts: FallbackFacts) => void {
	const hint: NodeExecutionHint = { message: '', location: 'outputPane', type: 'warning' };
	let answers = 0;
	return ({ model, notUsed }) => {
		answers += 1;
		const count = answers === 1 ? 'One answer' : `${answers} answers`;
		const reasons = notUsed.map((one) => `${one.model}: ${one.reason}`).join('; ');
		hint.message = `${count} of this node came from a fallback model, last ${model}. ${reasons}`;
		// n8n keeps the object, so that later answers change what it shows.
		if (answers === 1) context.addExecutionHints(hint);
	};
}
