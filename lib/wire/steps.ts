import { addCancelSignal } from './addCancelSignal';
import { sendSigned } from './exchange';
import { pace, retry } from './retry';
import type { Answer } from '../core/answer';
import type { Call, Send, Sender, Step } from './send';

/** Who makes a request: an item of an action node, an AI sub-node, a picker or another free look-up, the test of a credential. */
export type RequesterKind = 'item' | 'subNode' | 'lookUp' | 'test';

const [x, o] = [true, false] as const;

/**
 * What happens to a request, read from top to bottom: each step wraps those after it. A column says who goes through the step (`x`) and who
 * does not (`o`). The steps that know an item are in lib/run, which hands them in by name: the look-ups that they make come from here.
 */
export const STEPS = {
	/** Before all that looks at the body, or at its price. */
	addExtraFields: { item: x, subNode: x, lookUp: o, test: o },
	/** Several items make one request. All below happens once for them. */
	combineItems: { item: x, subNode: o, lookUp: o, test: o },
	/** Outside of `fallback`, as a call counts once whichever model answers. */
	countPaidCalls: { item: x, subNode: x, lookUp: o, test: o },
	/** Before all that waits. n8n has nothing that ends the test of a credential. */
	addCancelSignal: { item: x, subNode: x, lookUp: x, test: o },
	/** Before all that looks at the model. */
	fallback: { item: x, subNode: x, lookUp: o, test: o },
	/** Inside of `fallback`, as each model has a tier of its own; before anything asks for a price. Look-ups hold no data of the user. */
	enforcePrivacy: { item: x, subNode: x, lookUp: o, test: o },
	/** Outside of `capCost`, as each repeat may be charged. An item waits for n8n's Retry instead. */
	repeatLost: { item: o, subNode: x, lookUp: o, test: o },
	/** Inside of `fallback`, as models differ in price; outside of `retry`, which repeats only what was not charged. */
	capCost: { item: x, subNode: x, lookUp: o, test: o },
	/** Inside of all that checks, counts and limits a call; outside of all that is about sending it. The test of a credential, and a look-up, are free. */
	rehearse: { item: x, subNode: x, lookUp: o, test: o },
	/** Inside of `fallback`, as each model has its own key, and of `capCost`, as the price is that of the text. */
	encryptChat: { item: x, subNode: x, lookUp: o, test: o },
	/** Outside of `pace`, as each attempt waits for its turn. A test reports the first refusal to the person who waits for it. */
	retry: { item: x, subNode: x, lookUp: x, test: o },
	/** Inside of `retry`, as a service that sends no chunks refuses each try alike; outside of `pace`, as what is sent instead waits for its turn too. */
	receiveWhole: { item: x, subNode: x, lookUp: o, test: o },
	/** The last before the request goes. A test is one request, by hand. */
	pace: { item: x, subNode: x, lookUp: x, test: o },
	/** Signs, sends, and reads within limits: whatever leaves this package with a credential. */
	sendSigned: { item: x, subNode: x, lookUp: x, test: x },
} satisfies Record<string, Record<RequesterKind, boolean>>;

type StepTable = typeof STEPS;

/** The steps with a cross in the column. */
type StepsOf<Who extends RequesterKind> = {
	[Name in keyof StepTable]: StepTable[Name][Who] extends true ? Name : never;
}[keyof StepTable];

const WIRE_STEPS = { addCancelSignal, retry, pace, sendSigned };

/** Sends the requests of a column through its steps; `otherSteps` holds those that are not in this room. */
export function senderFor<Who extends RequesterKind, Payer extends Sender>(
	who: Who,
	otherSteps: Record<Exclude<StepsOf<Who>, keyof typeof WIRE_STEPS>, Step<Payer>>,
): Send<Payer> {
	const byName: Record<string, Step<Payer>> = { ...otherSteps, ...WIRE_STEPS };
	const taken = Object.entries(STEPS).filter(([, columns]) => columns[who]);
	const steps: Array<Wrapping<Call<Payer>, Answer>> = taken.flatMap(([name]) => byName[name] ?? []);
	return chainSteps(steps);
}

/** One promise about a call or an item; it returns what is made of it. */
export type Wrapping<Subject, Made> = (
	next: (subject: Subject) => Promise<Made>,
	subject: Subject,
) => Promise<Made>;

/** What the steps do with a call or an item, one inside the other, the first outermost; the last one does without a next. */
export function chainSteps<Subject, Made>(steps: ReadonlyArray<Wrapping<Subject, Made>>) {
	const end = async (): Promise<Made> =>
		await Promise.reject(new TypeError('The last step has no next'));
	return steps.reduceRight<(subject: Subject) => Promise<Made>>(
		(next, step) => step.bind(undefined, next),
		end,
	);
}
