import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceFailure } from '../core/failure';
import type { ItemContext } from '../core/execution';
import { isRecord, type Json } from '../core/record';
import { accept } from '../fields/accept';
import { guardValue } from '../fields/readParameter';
import { accountOf } from '../wire/account';
import { bodyValuesAndFiles } from '../wire/body';
import { credentialTypeOf } from '../wire/credential';
import type { RunMemory, Sender, Step } from '../wire/send';
import { recordsNamed, supportsEncryption, type ModelFilter } from '../models/defaultRecord';
import { loadModelsOnce, type ModelReader, type ModelRecord } from '../models/fetchModel';

/** The tiers of Allowed Privacy, the least strict first, with their labels. */
export const PRIVACY_TIERS = {
	any: 'Any Model',
	anonymized: 'Anonymized or Private',
	private: 'Private',
	encrypted: 'Encrypted',
} as const;

export type PrivacyTier = keyof typeof PRIVACY_TIERS;

const TIER_ORDER = Object.keys(PRIVACY_TIERS) as PrivacyTier[];

/** The tier that was set, `any` where none is. Throws a ServiceFailure for any other value, as a limit that cannot be read closes. */
export function checkedPrivacyTier(values: Json): PrivacyTier {
	const label = 'Allowed Privacy';
	const given = guardValue(values, 'allowedPrivacy', label, 'To allow every model, set it to any.');
	const rule = { label, kind: 'choice' } as const;
	return (accept({ ...rule, values: [...TIER_ORDER] }, given, 'UTC') ?? 'any') as PrivacyTier;
}

/** The stricter one of two tiers: a node may narrow what its credential allows, never widen it. */
function stricterTier(one: PrivacyTier, other: PrivacyTier): PrivacyTier {
	return TIER_ORDER.indexOf(one) > TIER_ORDER.indexOf(other) ? one : other;
}

/** The tier that a record claims; undefined for one without a word for it, or with a word that is not known. */
function privacyTierOf(record: ModelRecord): PrivacyTier | undefined {
	const { privacy } = record.spec;
	if (privacy === 'anonymized') return 'anonymized';
	if (privacy !== 'private') return undefined;
	return supportsEncryption(record) ? 'encrypted' : 'private';
}

/** Which models may get the data of an item, by its options and its credential. Throws a ServiceFailure for a limit that cannot be read. */
export async function allowedModels(context: ItemContext, run: RunMemory): Promise<ModelFilter> {
	const { limits } = await accountOf(context, credentialTypeOf(context.getNode()), run);
	const own = checkedPrivacyTier({ ...(context.parameters.options.privacy as object) });
	const tier = stricterTier(own, checkedPrivacyTier(limits));
	return (record) => tierAllows(tier, record);
}

function tierAllows(tier: PrivacyTier, record: ModelRecord): boolean {
	const own = privacyTierOf(record);
	return tier === 'any' || (own !== undefined && stricterTier(own, tier) === own);
}

/** What decides which models may get the data of a payer. */
interface PrivacyCheckedPayer extends Sender {
	readonly context: ModelReader;
	readonly run: RunMemory;
	readonly settings: { allowedPrivacy: PrivacyTier };
	/** The type of its models in the model list; undefined where it has none. */
	readonly modelType?: string;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	readonly encryption?: unknown;
}

/** The code of a model that nothing was sent to, because it is below Allowed Privacy. */
export const NOT_PRIVATE = 'MODEL_NOT_PRIVATE';

const MAX_NAMED_MODELS = 5;

/** Sends data only to a model that the model list has in the tier that the node and its credential allow; a trait becomes the ID that was checked. */
export const enforcePrivacy: Step<PrivacyCheckedPayer> = async (next, call) => {
	if (!call.paid) return await next(call);
	return await next({ ...call, request: await withAllowedModel(call.payer, call.request) });
};

/** The request, for a model that may get it. Throws a ServiceFailure for a model below the tier, and for one that is not known. */
export async function withAllowedModel(
	payer: PrivacyCheckedPayer,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { settings, context, run, modelType } = payer;
	const tier = stricterTier(settings.allowedPrivacy, checkedPrivacyTier(payer.account.limits));
	if (tier === 'any') return options;
	if (modelType === undefined) {
		throw privacyFailure(
			tier,
			'this operation names no model, so that nothing says who gets the data',
		);
	}
	if (tier === 'encrypted' && payer.encryption === undefined) {
		throw privacyFailure(
			tier,
			'this request is not encrypted',
			'Add Options > Encryption in a chat.',
		);
	}
	const { records, problem } = await loadModelsOnce(context, run, modelType);
	if (problem !== undefined) throw privacyFailure(tier, problem, 'Try again later.');
	const { request } = bodyValuesAndFiles(options.body);
	const field = request.model === undefined ? 'modelId' : 'model';
	const name = request[field];
	if (name === undefined) requireAllAllowed(tier, records, records, `model of type ${modelType}`);
	if (typeof name !== 'string') return options;
	const namedRecords = recordsNamed(name, records);
	requireAllAllowed(tier, namedRecords, records, name);
	return withCheckedModelId(options, field, name, namedRecords);
}

function requireAllAllowed(
	tier: PrivacyTier,
	namedRecords: ModelRecord[],
	records: ModelRecord[],
	name: string,
): void {
	const below = namedRecords.find((record) => !tierAllows(tier, record));
	if (namedRecords.length > 0 && below === undefined) return;
	const word = below?.spec.privacy;
	const said = typeof word === 'string' ? `as "${word}"` : 'without its privacy';
	const allowed = records.filter((record) => tierAllows(tier, record)).map(({ id }) => id);
	throw privacyFailure(
		tier,
		below === undefined
			? `the model list has no ${name}`
			: `the model list has ${below.id} ${below.spec.privacy === 'private' ? 'without encryption' : said}`,
		allowed.length === 0
			? 'The list has no such model of this type.'
			: `Choose another model, such as ${allowed.slice(0, MAX_NAMED_MODELS).join(', ')}.`,
	);
}

/** The request with the ID of the model that was checked in place of a trait, whose model may change meanwhile. */
function withCheckedModelId(
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

function privacyFailure(tier: PrivacyTier, reason: string, cure = ''): ServiceFailure {
	return new ServiceFailure(`Not sent: Allowed Privacy is ${PRIVACY_TIERS[tier]}, and ${reason}`, {
		kind: 'input',
		code: NOT_PRIVATE,
		cure: `${cure} Allowed Privacy is set in the credential, and under Options > Privacy.`.trim(),
	});
}
