import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { header, type Answer } from '../base/answer';
import { resetAt } from '../pacing/rateHeaders';
import { wireNumber } from '../text/wireText';

/** What the headers of an answer tell about the call (docs/service.md#headers); absent facts are left out. */
export function responseFacts(answer: Answer): IDataObject {
	const text = (name: string) => header(answer, name);
	const number = (name: string) => {
		const value = wireNumber(text(name));
		return Number.isFinite(value) ? value : undefined;
	};
	const reset = resetAt(answer.headers);
	return prune({
		requestId: text('cf-ray'),
		serviceVersion: text('x-service-version'),
		modelId: text('x-service-model-id'),
		modelName: text('x-service-model-name'),
		modelRouter: text('x-service-model-router'),
		balanceBefore: prune({
			usd: text('x-service-balance-usd'),
			diem: text('x-service-balance-diem'),
		}),
		walletBalanceAfter: text('x-balance-remaining'),
		rateLimit: prune({
			type: text('x-ratelimit-type'),
			limitRequests: number('x-ratelimit-limit-requests'),
			remainingRequests: number('x-ratelimit-remaining-requests'),
			resetRequestsAt: reset && new Date(reset).toISOString(),
			limitTokens: number('x-ratelimit-limit-tokens'),
			remainingTokens: number('x-ratelimit-remaining-tokens'),
			resetTokensInSeconds: number('x-ratelimit-reset-tokens'),
		}),
		modelDeprecation: modelDeprecation(answer),
		...withdrawal(answer),
	});
}

/** The warning that the model which ran will be withdrawn, with its date and successor; undefined when there is none. */
export function modelDeprecation(answer: Answer): IDataObject | undefined {
	const facts = prune({
		warning:
			header(answer, 'x-service-model-deprecation-warning') ??
			(header(answer, 'x-service-deprecated') === 'true' ? 'This model is deprecated' : undefined),
		date: header(answer, 'x-service-model-deprecation-date'),
		replacement: header(answer, 'x-service-deprecated-replacement'),
	});
	return Object.keys(facts).length > 0 ? facts : undefined;
}

/** When the address that was called will be withdrawn or was deprecated, by the standard headers; absent facts are left out. */
function withdrawal(answer: Answer): IDataObject {
	return prune({
		sunset: header(answer, 'sunset'),
		deprecation: header(answer, 'deprecation'),
	});
}

/** Writes a line into the log where an answer says that the model which ran, or the address, will be withdrawn. */
export function tellOfWithdrawal(
	{ logger }: Pick<IAllExecuteFunctions, 'logger'>,
	node: string,
	answer: Answer,
): void {
	const model = modelDeprecation(answer);
	if (model !== undefined) logger.warn(`The model used by "${node}" will be withdrawn`, model);
	const address = withdrawal(answer);
	if (Object.keys(address).length === 0) return;
	logger.warn(`The service will withdraw what "${node}" calls: look for an update`, address);
}

function prune(facts: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(facts).filter(
			([, value]) =>
				value !== undefined &&
				!(typeof value === 'object' && Object.keys(value ?? {}).length === 0),
		),
	) as IDataObject;
}
