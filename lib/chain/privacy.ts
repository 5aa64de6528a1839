import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceFailure } from '../base/failure';
import { isRecord } from '../base/record';
import { requestOf } from '../http/body';
import type { Step } from '../http/send';
import { listModels, type ModelRecord } from '../models/fetchModel';
import {
	allows,
	PRIVACY_TIERS,
	privacyTier,
	recordsNamed,
	stricter,
	type PrivacyTier,
} from '../models/privacy';
import type { Item } from '../run/item';

/** The code of a model that nothing was sent to, because it is below Allowed Privacy. */
export const NOT_PRIVATE = 'MODEL_NOT_PRIVATE';

/** So many models of the tier are named in a refusal. */
const NAMED = 5;

/** Sends data only to a model that the model list has in the tier that the node and its credential allow; a trait becomes the ID that was checked. */
export const privacy: Step<Item> = async (next, item, options, policy) =>
	await next(item, policy.paid ? await withAllowedModel(item, options) : options, policy);

/** The request, for a model that may get it. Throws a ServiceFailure for a model below the tier, and for one that is not known. */
export async function withAllowedModel(
	item: Item,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { settings, context, memory, modelType } = item;
	const { allowedPrivacy } = await item.account();
	const tier = stricter(settings.allowedPrivacy, privacyTier(allowedPrivacy));
	if (tier === 'any') return options;
	if (modelType === undefined) {
		throw refusal(tier, 'this operation names no model, so that nothing says who gets the data');
	}
	if (tier === 'encrypted' && item.encryption === undefined) {
		throw refusal(tier, 'this request is not encrypted', 'Set Encryption to Required in a chat.');
	}
	const { records, problem } = await listModels(context, memory, modelType);
	if (problem !== undefined) throw refusal(tier, problem, 'Try again later.');
	const { request } = requestOf(options.body);
	const field = request.model === undefined ? 'modelId' : 'model';
	const name = request[field];
	if (name === undefined) requireAll(tier, records, records, `model of type ${modelType}`);
	if (typeof name !== 'string') return options;
	const named = recordsNamed(name, records);
	requireAll(tier, named, records, name);
	return pinned(options, field, name, named);
}

function requireAll(
	tier: PrivacyTier,
	named: ModelRecord[],
	records: ModelRecord[],
	name: string,
): void {
	const below = named.find((record) => !allows(tier, record));
	if (named.length > 0 && below === undefined) return;
	const word = below?.spec.privacy;
	const said = typeof word === 'string' ? `as "${word}"` : 'without its privacy';
	const allowed = records.filter((record) => allows(tier, record)).map(({ id }) => id);
	throw refusal(
		tier,
		below === undefined
			? `the model list has no ${name}`
			: `the model list has ${below.id} ${below.spec.privacy === 'private' ? 'without encryption' : said}`,
		allowed.length === 0
			? 'The list has no such model of this type.'
			: `Choose another model, such as ${allowed.slice(0, NAMED).join(', ')}.`,
	);
}

/** The request with the ID of the model that was checked in place of a trait, whose model may change meanwhile. */
function pinned(
	options: IHttpRequestOptions,
	field: string,
	name: string,
	[record]: ModelRecord[],
): IHttpRequestOptions {
	const [bare = ''] = name.split(':');
	if (record === undefined || record.id === name || record.id === bare) return options;
	const id = `${record.id}${name.slice(bare.length)}`;
	const { body } = options;
	if (body instanceof FormData) body.set(field, id);
	if (body instanceof FormData || !isRecord(body)) return options;
	return { ...options, body: { ...body, [field]: id } as IDataObject };
}

function refusal(tier: PrivacyTier, reason: string, cure = ''): ServiceFailure {
	return new ServiceFailure(`Not sent: Allowed Privacy is ${PRIVACY_TIERS[tier]}, and ${reason}`, {
		kind: 'input',
		code: NOT_PRIVATE,
		cure: `${cure} Allowed Privacy is set in the credential, and under Options > Retries and Limits.`.trim(),
	});
}
