import type { INodeProperties } from 'n8n-workflow';

import { PRIVACY_TIERS, type PrivacyTier } from '../../../lib/privacy/privacy';

const TIER_DESCRIPTIONS: Record<PrivacyTier, string> = {
	any: 'Data may go to every model',
	anonymized: 'Models that the list marks as anonymized or private',
	private: 'Models that the list marks as private, which keep nothing of a request',
	encrypted: 'Only chats that are encrypted to the enclave of a private model',
};

export function privacyField(description: string, defaultTier: PrivacyTier): INodeProperties {
	const options = (Object.keys(PRIVACY_TIERS) as PrivacyTier[]).map((value) => ({
		name: PRIVACY_TIERS[value],
		value,
		description: TIER_DESCRIPTIONS[value],
	}));
	return {
		displayName: 'Allowed Privacy',
		name: 'allowedPrivacy',
		type: 'options',
		default: defaultTier,
		description,
		options,
	};
}
