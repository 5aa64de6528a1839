import type { IDataObject } from 'n8n-workflow';

import type { NotUsed } from '../core/answer';
import { caught, isCancelled, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { NO_ENCRYPTION } from '../privacy/sendEncrypted';
import { candidate } from './fallback/candidate';
import { mayTryNextModel } from './fallback/mayTryNextModel';
import type { FallbackRule, FittedRequest } from './fallback/types';
import type { Step } from '../wire/send';
import { listModels } from '../models/fetchModel';
import { NOT_PRIVATE } from '../privacy/privacy';
import type { Item } from './item';

/**
 * Sends a request to the first model that answers: the one in its body, then those that the user chose, in order. The next one is asked only
 * when the call was certainly not charged and the model is at fault; any other failure is thrown with the models that were tried.
 */
export const fallback: Step<Item> = async (next, item, options, policy) => {
	const { fallback: rule, choices } = item;
	const { body } = options;
	if (!rule || !choices || policy.keepsModel === true || !isRecord(body)) {
		return await next(item, options, policy);
	}
	const send = async (other: Json) =>
		await next(item, { ...options, body: other as IDataObject }, policy);
	const first = await send(body).catch(caught);
	if (!(first instanceof ServiceFailure)) return first;
	if (choices.models.length === 0 || !mayTryNextModel(first.facts, rule.hasOwnLimits)) throw first;
	const asked = typeof body.model === 'string' ? body.model : 'default';
	const notUsed = [reasonOf(asked, first)];
	let last = first;
	const list = await listModels(item.context, item.memory, rule.type);
	for (const model of choices.models) {
		if (notUsed.some((one) => one.model === model.id)) continue;
		let request: FittedRequest;
		try {
			request = candidate(body, model, { rule, choices, list });
		} catch (error) {
			notUsed.push(reasonOf(model.id, caught(error)));
			continue;
		}
		const outcome = await send(request.body).catch(caught);
		if (!(outcome instanceof ServiceFailure)) {
			const facts = { model: model.id, notUsed, changes: request.changes };
			return Object.assign(outcome, { fallback: facts, sent: request.body });
		}
		if (!goesOn(outcome, rule)) throw stopped(outcome, model.id, notUsed);
		notUsed.push(reasonOf(model.id, outcome));
		last = outcome;
	}
	throw noneAnswered(last, notUsed);
};

/** A request that a fallback model does not take (400) was made for another one, and was not charged. */
function goesOn({ facts }: ServiceFailure, { hasOwnLimits }: FallbackRule): boolean {
	const { kind, charge = 'none', status, code } = facts;
	if (code === NO_ENCRYPTION || code === NOT_PRIVATE) return true;
	return (
		mayTryNextModel(facts, hasOwnLimits) ||
		(kind === 'refused' && charge === 'none' && status === 400)
	);
}

function reasonOf(model: string, { message, facts }: ServiceFailure): NotUsed {
	const { status, code, requestId } = facts;
	return {
		model,
		reason: message,
		...(status === undefined ? {} : { status }),
		...(code === undefined ? {} : { code }),
		...(requestId === undefined ? {} : { requestId }),
	};
}

function noneAnswered(last: ServiceFailure, notUsed: NotUsed[]): ServiceFailure {
	return last.as(`No model answered: ${listed(notUsed)}`, factsOf(last, notUsed));
}

function stopped(failure: ServiceFailure, model: string, notUsed: NotUsed[]): ServiceFailure {
	if (isCancelled(failure)) return failure;
	const message = `${model}: ${failure.message}. Tried before: ${listed(notUsed)}`;
	return failure.as(message, factsOf(failure, notUsed));
}

function listed(notUsed: NotUsed[]): string {
	return notUsed.map(({ model, reason }) => `${model}: ${reason}`).join('; ');
}

function factsOf({ facts }: ServiceFailure, notUsed: NotUsed[]) {
	return { details: { ...facts.details, notUsed } };
}
