import type { ISupplyDataFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { FallbackFacts } from '../../core/answer';
import type { ServiceFailure } from '../../core/failure';
import type { Finish } from '../finish';

type HintContext = Pick<ISupplyDataFunctions, 'addExecutionHints'>;

/** A hint beside the output of a sub-node, after a run; each call of what it returns changes its words, made of how many calls there were. */
function createHint(context: HintContext, type: NodeExecutionHint['type']) {
	const hint: NodeExecutionHint = { message: '', location: 'outputPane', type };
	let count = 0;
	return (wordsOf: (count: number) => string) => {
		count += 1;
		// n8n keeps the object, so that later words change what it shows.
		hint.message = wordsOf(count);
		if (count === 1) context.addExecutionHints(hint);
	};
}

const answersOfNode = (count: number) =>
	`${count === 1 ? 'One answer' : `${count} answers`} of this node`;

/** Shows how many requests were sent again and whether they may have been charged. */
export function createRetryHintUpdater(context: HintContext): (failure: ServiceFailure) => void {
	const show = createHint(context, 'info');
	let possiblyCharged = 0;
	return ({ facts: { charge = 'none' } }) => {
		if (charge !== 'none') possiblyCharged += 1;
		show((retries) => {
			const what =
				retries === 1
					? 'A request of this node failed and was retried once'
					: `Requests of this node failed and were retried ${retries} times`;
			const money =
				possiblyCharged === 0
					? 'Failed attempts were not charged.'
					: `${possiblyCharged} of the failed attempts may have been charged.`;
			return `${what}. ${money}`;
		});
	};
}

/** Shows how many answers came from another model than the chosen one, and why. */
export function createFallbackHintUpdater(context: HintContext): (facts: FallbackFacts) => void {
	const show = createHint(context, 'warning');
	return ({ model, notUsed }) => {
		const reasons = notUsed.map((one) => `${one.model}: ${one.reason}`).join('; ');
		show(
			(count) => `${answersOfNode(count)} came from a fallback model, last ${model}. ${reasons}`,
		);
	};
}

/** Shows how many answers did not end as a whole one, and how the last of them did: to an agent or a chain, its text looks whole. */
export function createFinishHintUpdater(context: HintContext): (finish: Finish) => void {
	const show = createHint(context, 'warning');
	return ({ sentence }) => {
		if (sentence !== '')
			show((count) => `${answersOfNode(count)} may not be complete. Last: ${sentence}.`);
	};
}
