import { FALLBACK, fallbackChoices } from '../fallback/choices';
import { applyRules } from '../fields/applyRules';
import type { ItemStep } from './made';

/** Refuses what cannot be sent, with a sentence about the parameter: at once, so that no item is sent before. */
export const check: ItemStep = (next, item, options) => {
	const { context, operation, settings } = item;
	options.timeout = settings.timeoutMs;
	const warnings = applyRules(options, operation.rules, context.getTimezone());
	for (const warning of warnings) context.logger.warn(`"${item.node.name}": ${warning}`);
	const { fallback } = operation;
	if (fallback) item.choices = fallbackChoices(context.getNodeParameter(FALLBACK, {}), fallback);
	for (const prepare of operation.prepare ?? []) prepare.call(context, options);
	return next(item, options);
};
