import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../base/answer';
import { modelDeprecation, responseFacts } from '../http/responseFacts';
import type { RunSettings } from './runSettings';

/** The items with what the headers of their answer tell: always that a model will be withdrawn or another one answered, the rest when the user wants it. */
export function withFacts(
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	answer: Answer,
	{ includeResponseFacts }: RunSettings,
): INodeExecutionData[] {
	const deprecation = modelDeprecation(answer);
	if (deprecation !== undefined) {
		this.logger.warn(`The model used by "${this.getNode().name}" will be withdrawn`, deprecation);
	}
	const facts: IDataObject = {
		...(deprecation === undefined ? {} : { modelDeprecation: deprecation }),
		...(answer.fallback === undefined ? {} : { fallback: answer.fallback }),
		...(includeResponseFacts ? { responseFacts: responseFacts(answer) } : {}),
	};
	if (Object.keys(facts).length === 0) return items;
	return items.map((entry) => ({ ...entry, json: { ...entry.json, ...facts } }));
}
