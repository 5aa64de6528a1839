import type { ISupplyDataFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { FallbackFacts } from '../base/answer';

/** Shows beside the output of a sub-node, after a run, how many of its answers came from another model than the chosen one, and why. */
export function fallbackHint(
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
