import type { UnusedModel } from '../../core/answer';
import type { ServiceFailure } from '../../core/failure';
import { verdictOf } from '../../wire/errors/verdict';
import { MODEL_DOWN } from '../../wire/errors/refusalOutcomes';
import { faultInWords, type ModelFault } from '../../wire/pacing/outage';

/** A model that did not answer, and what it was, in words. */
export interface LeftModel {
	unused: UnusedModel;
	/** "was at capacity (503)"; undefined where it was not asked for another reason. */
	was?: string;
}

/** What is said of a model that did not answer, by its failure and what is known of the model. */
export function leftModel(model: string, failure: ServiceFailure, known?: ModelFault): LeftModel {
	const { message, facts } = failure;
	const { status, code, requestId } =
		facts.code === MODEL_DOWN ? { ...known, requestId: undefined } : facts;
	const unused: UnusedModel = {
		model,
		reason: message,
		...(status === undefined ? {} : { status }),
		...(code === undefined ? {} : { code }),
		...(requestId === undefined ? {} : { requestId }),
	};
	return { unused, was: wasInWords(failure, known) };
}

function wasInWords({ facts }: ServiceFailure, known?: ModelFault): string | undefined {
	if (facts.code === MODEL_DOWN && known !== undefined) return `was ${faultInWords(known)}`;
	const { modelFault, reason } = verdictOf(facts);
	const { status, charge = 'none' } = facts;
	if (charge !== 'none') return 'lost the answer, which may have been charged';
	if (modelFault !== undefined) return `was ${faultInWords({ is: modelFault, status })}`;
	return reason === 'limit'
		? `was ${faultInWords({ is: 'at its rate limit', status })}`
		: undefined;
}

/** Which model answered, and why others did not: "Answered by b: a was at capacity (503)." */
export function answeredByInWords(model: string, left: LeftModel[]): string {
	const reasons = left.map(
		({ unused, was = 'could not take the request' }) => `${unused.model} ${was}`,
	);
	return `Answered by ${model}: ${reasons.join(', ')}.`;
}

export function noModelAnsweredFailure(last: ServiceFailure, left: LeftModel[]): ServiceFailure {
	return last.withMessage(
		`No model answered: ${modelsInWords(left)}`,
		leftModelDetails(last, left),
	);
}

/** The failure of a model that ends the call, after others were left. */
export function stoppedFallbackFailure(
	failure: ServiceFailure,
	model: string,
	left: LeftModel[],
): ServiceFailure {
	const message = `${model}: ${failure.message}. Tried before: ${modelsInWords(left)}`;
	return failure.withMessage(message, leftModelDetails(failure, left));
}

function modelsInWords(left: LeftModel[]): string {
	return left.map(({ unused: { model, reason } }) => `${model}: ${reason}`).join('; ');
}

function leftModelDetails({ facts }: ServiceFailure, left: LeftModel[]) {
	return { details: { ...facts.details, notUsed: left.map(({ unused }) => unused) } };
}
