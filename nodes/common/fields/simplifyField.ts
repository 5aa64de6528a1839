import type { INodeProperties } from 'n8n-workflow';

import { appliedAfter } from '../../../lib/fields/rules';

export function simplifyField(): INodeProperties {
	const field: INodeProperties = {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	};
	return appliedAfter(field, 'answer');
}
