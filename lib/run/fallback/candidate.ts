import { badInput, type ServiceFailure } from '../../core/failure';
import { recordsNamed } from '../../models/defaultRecord';
import type { ModelList } from '../../models/fetchModel';
import type { FallbackChoices, FallbackModel, FallbackRule, FittedRequest } from './types';
import type { Json } from '../../core/record';

/** Why a fallback model is skipped. */
export const notTried = (reason: string): ServiceFailure =>
	badInput(`Not tried: ${reason}`, 'Choose another model under Fallback Models.');

/** The request for a fallback model. Throws a ServiceFailure with the reason when the model is offline, too dear or cannot take it. */
export function fallbackRequest(
	body: Json,
	model: FallbackModel,
	{ rule, choices, list }: { rule: FallbackRule; choices: FallbackChoices; list: ModelList },
): FittedRequest {
	const spec = recordsNamed(model.id, list.records)[0]?.spec;
	if (spec?.offline === true) throw notTried('the model list says that it is offline');
	const fitted = rule.fit({ ...body, model: model.id }, model, spec);
	requireAffordable(fitted.body, spec, { rule, choices, list });
	return fitted;
}

function requireAffordable(
	body: Json,
	spec: Json | undefined,
	{ rule, choices, list }: { rule: FallbackRule; choices: FallbackChoices; list: ModelList },
): void {
	for (const { name, label, price } of rule.prices) {
		const maxUsd = choices.maxPrices[name];
		if (maxUsd === undefined) continue;
		const usd = spec === undefined ? undefined : price(spec, body);
		if (usd === undefined || !Number.isFinite(usd)) {
			const why = list.problem ?? 'the model list has no price of it';
			throw notTried(`${label} is set, and ${why}`);
		}
		if (usd > maxUsd) throw notTried(`it costs ${usd}, and ${label} is ${maxUsd}`);
	}
}
