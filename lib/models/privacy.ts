import { accept } from '../fields/accept';
import { encrypts } from './defaultRecord';
import type { ModelRecord } from './fetchModel';

/** The tiers of Allowed Privacy, the least strict first, with their labels. */
export const PRIVACY_TIERS = {
	any: 'Any Model',
	anonymized: 'Anonymized or Private',
	private: 'Private',
	encrypted: 'Encrypted',
} as const;

export type PrivacyTier = keyof typeof PRIVACY_TIERS;

const ORDER = Object.keys(PRIVACY_TIERS) as PrivacyTier[];

/** The tier that was set, `any` where none is. Throws a ServiceFailure for any other value, as a limit that cannot be read closes. */
export function privacyTier(value: unknown): PrivacyTier {
	const rule = { label: 'Allowed Privacy', kind: 'choice', values: ORDER } as const;
	return (accept({ ...rule, values: [...ORDER] }, value, 'UTC') ?? 'any') as PrivacyTier;
}

/** The stricter one of two tiers: a node may narrow what its credential allows, never widen it. */
export function stricter(one: PrivacyTier, other: PrivacyTier): PrivacyTier {
	return ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}

/** The tier that a record claims; undefined for one without a word for it, or with a word that is not known. */
export function tierOf(record: ModelRecord): PrivacyTier | undefined {
	const { privacy } = record.spec;
	if (privacy === 'anonymized') return 'anonymized';
	if (privacy !== 'private') return undefined;
	return encrypts(record) ? 'encrypted' : 'private';
}

/** Whether a model may get data under this tier. */
export function allows(tier: PrivacyTier, record: ModelRecord): boolean {
	const own = tierOf(record);
	return tier === 'any' || (own !== undefined && stricter(own, tier) === own);
}

/** The records that a name may stand for: an ID, which parameters may follow, or a trait (docs/service.md#model-names). */
export function recordsNamed(name: string, records: ModelRecord[]): ModelRecord[] {
	const [bare = ''] = name.split(':');
	const has = (trait: string) => (record: ModelRecord) =>
		Array.isArray(record.spec.traits) && record.spec.traits.includes(trait);
	const choices = [
		records.filter(({ id }) => id === name),
		records.filter(({ id }) => id === bare),
		records.filter(has(bare)),
	];
	return choices.find((found) => found.length > 0) ?? [];
}
