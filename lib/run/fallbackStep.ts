import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { clock } from '../core/clock';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { loadModelsOnce } from '../models/fetchModel';
import { verdictOf } from '../wire/errors/verdict';
import { modelKey } from '../wire/pacing/bucket';
import { modelDownFailure, type Outage, PATIENCE_WITH_FAULT_MS } from '../wire/pacing/outage';
import type { Call, Step } from '../wire/send';
import { fallbackRequest } from './fallback/candidate';
import { openBody } from './fallback/openBody';
import { isLostAnswer, mayTryModelAfter, mayTryNextModel } from './fallback/mayTryNextModel';
import { countCallWithout, noteOtherAnswer } from './fallback/diversions';
import type { FallbackChoices, FallbackModel, FallbackRule, FittedRequest } from './fallback/types';
import {
	answeredByInWords,
	leftModel,
	type LeftModel,
	noModelAnsweredFailure,
	stoppedFallbackFailure,
} from './fallback/unusedModel';
import type { Payer } from './payer';
import { countCall } from './spending';

/**
 * Sends a request to the first model that answers: the one in its body, then those that the user chose, in order. A model that is down is not
 * asked, and one that is at fault is soon left: none waits but the last. The next one is asked only when the call was certainly not charged, or
 * its answer was lost and the user allows to send it again; any other failure is thrown with the models that were tried.
 */
export const fallback: Step<Payer> = async (next, call) => {
	const { payer, request, keepsModel } = call;
	const { fallback: rule, choices } = payer;
	const hasOthers = rule !== undefined && choices !== undefined && choices.models.length > 0;
	if (!hasOthers || keepsModel === true || !isRecord(request.body)) return await next(call);
	const send = async (changes: CallChanges) => await next({ ...call, ...changes });
	return await new FallbackCall(send, call, request.body, rule, choices).send();
};

/** What differs for each model. */
type CallChanges = Pick<Call, 'request' | 'leavesModel' | 'lostAnswers' | 'readBody'>;

/** A model that can answer, its request, and what is known of it. */
interface Candidate extends FittedRequest {
	model: string;
	outage: Outage;
}

/** One call on its way from model to model. */
class FallbackCall {
	private readonly left: LeftModel[] = [];

	/** Those that were not asked, or may answer later: no item fails before they are asked. */
	private readonly waiting: Candidate[] = [];

	/** Whether one of them was waited for. */
	private hasWaited = false;

	private latest?: ServiceFailure;

	/** The latest lost answer, how many were lost, and whether the one that takes its place is counted. */
	private lost?: ServiceFailure;
	private lostCount = 0;
	private isCounted = true;

	private readonly chosen: Candidate;

	constructor(
		private readonly next: (changes: CallChanges) => Promise<Answer>,
		private readonly call: Call<Payer>,
		body: Json,
		private readonly rule: FallbackRule,
		private readonly choices: FallbackChoices,
	) {
		const model = typeof body.model === 'string' ? body.model : 'default';
		this.chosen = this.candidateOf(model, { body, changes: [] });
	}

	async send(): Promise<Answer> {
		const { models } = this.choices;
		const answer = await this.ask(this.chosen, true);
		if (answer !== undefined) return answer;
		for (const [index, model] of models.entries()) {
			const candidate = await this.fit(model);
			const isLast = index === models.length - 1;
			const other = candidate && (await this.ask(candidate, !isLast));
			if (other !== undefined) return other;
		}
		for (const later of [...this.waiting]) {
			const late = this.hasWaited ? undefined : await this.ask(later, false);
			if (late !== undefined) return late;
		}
		const { latest = modelDownFailure(this.chosen.outage.fault) } = this;
		throw this.withLostCharge(noModelAnsweredFailure(latest, this.left));
	}

	private candidateOf(model: string, fitted: FittedRequest): Candidate {
		const { payer, bucket } = this.call;
		const outage = payer.account.pacer.outageOf(modelKey(bucket, fitted.body));
		return { ...fitted, model, outage };
	}

	/** The request for a fallback model; undefined for one that was tried, or cannot take it. */
	private async fit(model: FallbackModel): Promise<Candidate | undefined> {
		if (this.left.some(({ unused }) => unused.model === model.id)) return undefined;
		const { rule, choices, chosen } = this;
		const { context, run } = this.call.payer;
		const list = await loadModelsOnce(context, run, rule.type);
		try {
			return this.candidateOf(
				model.id,
				fallbackRequest(chosen.body, model, { rule, choices, list }),
			);
		} catch (error) {
			this.left.push(leftModel(model.id, failureOrRethrow(error)));
			return undefined;
		}
	}

	/** The answer of a model; undefined where another one may be asked. Throws a ServiceFailure for any other failure. */
	private async ask(candidate: Candidate, leavesModel: boolean): Promise<Answer | undefined> {
		const { outage } = candidate;
		const isSkipped = leavesModel && outage.askDelayMs(PATIENCE_WITH_FAULT_MS) === undefined;
		const outcome = isSkipped
			? modelDownFailure(outage.fault)
			: await this.sendTo(candidate, leavesModel).catch(failureOrRethrow);
		if (!(outcome instanceof ServiceFailure)) return await this.withFacts(outcome, candidate);
		if (!this.mayLeave(outcome, candidate, leavesModel))
			throw this.stoppedFailure(outcome, candidate);
		if (candidate === this.chosen) countCallWithout(outage.fault);
		this.left.push(leftModel(candidate.model, outcome, outage.fault));
		this.latest = outcome;
		const { modelFault } = verdictOf(outcome.facts);
		const mayRecover = modelFault !== undefined && outage.fault?.isLasting !== true;
		if (mayRecover || isSkipped) this.waiting.push(candidate);
		this.hasWaited ||= mayRecover && !leavesModel;
		return undefined;
	}

	private async sendTo({ body }: Candidate, leavesModel: boolean): Promise<Answer> {
		const { call, lostCount: lostAnswers } = this;
		if (!this.isCounted) countCall(call.payer);
		this.isCounted = true;
		const request = { ...call.request, body: body as IDataObject };
		const isFile = call.readBody === undefined && request.encoding === 'stream';
		const readBody = isFile && leavesModel && this.maySendAgain ? openBody : call.readBody;
		return await this.next({ request, leavesModel, lostAnswers, readBody });
	}

	/** Whether another model is asked after this failure; a lost answer counts as one of the model. */
	private mayLeave(failure: ServiceFailure, candidate: Candidate, leavesModel: boolean): boolean {
		const { facts } = failure;
		const mayTry = candidate === this.chosen ? mayTryNextModel : mayTryModelAfter;
		if (mayTry(facts, this.rule)) return true;
		if (!leavesModel || !this.maySendAgain || !isLostAnswer(facts)) return false;
		candidate.outage.noteFault('not answering', facts, clock.steady());
		this.call.payer.onRepeat?.(failure);
		this.lost = failure;
		this.lostCount++;
		this.isCounted = false;
		return true;
	}

	/** Whether the user allows to send again what was lost and may have been charged. */
	private get maySendAgain(): boolean {
		const { sendAgainAfterLostAnswer, repeatLostAnswers } = this.call.payer.settings;
		return sendAgainAfterLostAnswer || this.lostCount < repeatLostAnswers;
	}

	private async withFacts(answer: Answer, candidate: Candidate): Promise<Answer> {
		const { left, chosen } = this;
		if (left.length === 0 || candidate === chosen) return answer;
		const { model, body: sent, changes } = candidate;
		if (chosen.outage.fault !== undefined)
			await noteOtherAnswer(this.call.payer, chosen.outage.fault, chosen, candidate);
		const notUsed = left.map(({ unused }) => unused);
		const facts = { model, notUsed, changes, note: answeredByInWords(model, left) };
		return Object.assign(answer, { fallback: facts, sent });
	}

	private stoppedFailure(failure: ServiceFailure, { model }: Candidate): ServiceFailure {
		const isAlone = this.left.length === 0 || isCancelled(failure);
		return this.withLostCharge(
			isAlone ? failure : stoppedFallbackFailure(failure, model, this.left),
		);
	}

	/** A refusal says nothing of the answers that were lost before it. */
	private withLostCharge(failure: ServiceFailure): ServiceFailure {
		if (this.lost === undefined || (failure.facts.charge ?? 'none') !== 'none') return failure;
		const { charge, sentAt, requestId } = this.lost.facts;
		return failure.withMessage(failure.message, { charge, sentAt, requestId });
	}
}
