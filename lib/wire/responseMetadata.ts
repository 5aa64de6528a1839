import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { header, type Answer } from '../core/answer';
import { resetAt } from './errors/rateHeaders';
import { wireNumber } from '../core/wireText';

/** What the headers of an answer say of the call (docs/maintainers/service.md#headers); absent facts are left out. */
export function responseMetadata({ headers }: Pick<Answer, 'headers'>): IDataObject {
	const text = headerReader(headers);
	const number = (name: string) => {
		const value = wireNumber(text(name));
		return Number.isFinite(value) ? value : undefined;
	};
	const reset = resetAt(headers);
	return withoutEmptyFacts({
		requestId: text('cf-ray'),
		serviceVersion: text('x-service-version'),
		modelId: text('x-service-model-id'),
		modelName: text('x-service-model-name'),
		modelRouter: text('x-service-model-router'),
		balanceBefore: withoutEmptyFacts({
			usd: number('x-service-balance-usd'),
			diem: number('x-service-balance-diem'),
		}),
		walletBalanceAfter: number('x-balance-remaining'),
		rateLimit: withoutEmptyFacts({
			type: text('x-ratelimit-type'),
			limitRequests: number('x-ratelimit-limit-requests'),
			remainingRequests: number('x-ratelimit-remaining-requests'),
			resetRequestsAt: reset && new Date(reset).toISOString(),
			limitTokens: number('x-ratelimit-limit-tokens'),
			remainingTokens: number('x-ratelimit-remaining-tokens'),
			resetTokensInSeconds: number('x-ratelimit-reset-tokens'),
		}),
		...deprecationFacts(headers),
	});
}

/**
 * The warning that the model which ran will be withdrawn, with its date and successor; undefined when there is none. Writes a line into
 * the log for it, and for an address that will be withdrawn.
 */
export function logDeprecation(
	{ logger }: Pick<IAllExecuteFunctions, 'logger'>,
	node: string,
	{ headers }: Pick<Answer, 'headers'>,
): IDataObject | undefined {
	const { modelDeprecation: model, ...address } = deprecationFacts(headers);
	if (model !== undefined) {
		logger.warn(`The model used by "${node}" will be withdrawn`, model as IDataObject);
	}
	if (Object.keys(address).length > 0) {
		logger.warn(`The service will withdraw what "${node}" calls: look for an update`, address);
	}
	return model as IDataObject | undefined;
}

/** Most answers have none of them. */
const DEPRECATION_HEADERS = [
	...['x-service-model-deprecation-warning', 'x-service-deprecated', 'sunset', 'deprecation'],
	...['x-service-model-deprecation-date', 'x-service-deprecated-replacement'],
];

/** When the model which ran or the address that was called will be withdrawn or was deprecated; absent facts are left out. */
function deprecationFacts(headers: Answer['headers']): IDataObject {
	if (!DEPRECATION_HEADERS.some((name) => name in headers)) return {};
	const text = headerReader(headers);
	const isDeprecated = text('x-service-deprecated') === 'true';
	return withoutEmptyFacts({
		modelDeprecation: withoutEmptyFacts({
			warning:
				text('x-service-model-deprecation-warning') ??
				(isDeprecated ? 'This model is deprecated' : undefined),
			date: text('x-service-model-deprecation-date'),
			replacement: text('x-service-deprecated-replacement'),
		}),
		sunset: text('sunset'),
		deprecation: text('deprecation'),
	});
}

const headerReader = (headers: Answer['headers']) => (name: string) => header({ headers }, name);

function withoutEmptyFacts(facts: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(facts).filter(
			([, value]) =>
				value !== undefined &&
				!(typeof value === 'object' && Object.keys(value ?? {}).length === 0),
		),
	) as IDataObject;
}
