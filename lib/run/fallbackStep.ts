import type { IDataObject } from 'n8n-workflow';

import type { UnusedModel } from '../core/answer';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { NO_ENCRYPTION } from '../privacy/sendEncrypted';
import { fallbackRequest } from './fallback/candidate';
import { mayTryNextModel } from './fallback/mayTryNextModel';
import type { FallbackRule, FittedRequest } from './fallback/types';
import type { Step } from '../wire/send';
import { loadModelsOnce } from '../models/fetchModel';
import { NOT_PRIVATE } from '../privacy/privacy';
import type { Payer } from './payer';

/**
 * Sends a request to the first model that answers: the one in its body, then those that the user chose, in order. The next one is asked only
 * when the call was certainly not charged and the model is at fault; any other failure is thrown with the models that were tried.
 */
export const fallback: Step<Payer> = async (next, call) => {
	const { payer, request: asked, keepsModel } = call;
	const { fallback: rule, choices } = payer;
	const { body } = asked;
	if (!rule || !choices || keepsModel === true || !isRecord(body)) return await next(call);
	const send = async (other: Json) =>
		await next({ ...call, request: { ...asked, body: other as IDataObject } });
	const first = await send(body).catch(failureOrRethrow);
	if (!(first instanceof ServiceFailure)) return first;
	if (choices.models.length === 0 || !mayTryNextModel(first.facts, rule.hasOwnLimits)) throw first;
	const askedModel = typeof body.model === 'string' ? body.model : 'default';
	const notUsed = [unusedModelOf(askedModel, first)];
	let last = first;
	const list = await loadModelsOnce(payer.context, payer.run, rule.type);
	for (const model of choices.models) {
		if (notUsed.some((one) => one.model === model.id)) continue;
		let request: FittedRequest;
		try {
			request = fallbackRequest(body, model, { rule, choices, list });
		} catch (error) {
			notUsed.push(unusedModelOf(model.id, failureOrRethrow(error)));
			continue;
		}
		const outcome = await send(request.body).catch(failureOrRethrow);
		if (!(outcome instanceof ServiceFailure)) {
			const facts = { model: model.id, notUsed, changes: request.changes };
			return Object.assign(outcome, { fallback: facts, sent: request.body });
		}
		if (!mayTryModelAfter(outcome, rule)) throw stoppedFallbackFailure(outcome, model.id, notUsed);
		notUsed.push(unusedModelOf(model.id, outcome));
		last = outcome;
	}
	throw noModelAnsweredFailure(last, notUsed);
};

/** A request that a fallback model does not take (400) was made for another one, and was not charged. */
function mayTryModelAfter({ facts }: ServiceFailure, { hasOwnLimits }: FallbackRule): boolean {
	const { kind, charge = 'none', status, code } = facts;
	if (code === NO_ENCRYPTION || code === NOT_PRIVATE) return true;
	return (
		mayTryNextModel(facts, hasOwnLimits) ||
		(kind === 'refused' && charge === 'none' && status === 400)
	);
}

function unusedModelOf(model: string, { message, facts }: ServiceFailure): UnusedModel {
	const { status, code, requestId } = facts;
	return {
		model,
		reason: message,
		...(status === undefined ? {} : { status }),
		...(code === undefined ? {} : { code }),
		...(requestId === undefined ? {} : { requestId }),
	};
}

function noModelAnsweredFailure(last: ServiceFailure, notUsed: UnusedModel[]): ServiceFailure {
	return last.withMessage(
		`No model answered: ${modelsInWords(notUsed)}`,
		unusedModelDetails(last, notUsed),
	);
}

function stoppedFallbackFailure(
	failure: ServiceFailure,
	model: string,
	notUsed: UnusedModel[],
): ServiceFailure {
	if (isCancelled(failure)) return failure;
	const message = `${model}: ${failure.message}. Tried before: ${modelsInWords(notUsed)}`;
	return failure.withMessage(message, unusedModelDetails(failure, notUsed));
}

function modelsInWords(notUsed: UnusedModel[]): string {
	return notUsed.map(({ model, reason }) => `${model}: ${reason}`).join('; ');
}

function unusedModelDetails({ facts }: ServiceFailure, notUsed: UnusedModel[]) {
	return { details: { ...facts.details, notUsed } };
}
