import type { Operation } from '../../../../lib/run/operation';
import { modelTypeWithDefaults } from '../../../common/fields/modelType';
import { returnAll } from '../../../common/fields/returnAll';
import { checkLimit } from '../../../common/wantedCount';
import { mapEntries } from '../../mapEntries';

export const getCompatibilityMapping = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many compatibility mappings',
		description: 'List the model behind each well-known model name of another provider',
		routing: { request: { method: 'GET', url: '/models/compatibility_mapping' } },
	},
	free: true,
	prepare: [checkLimit],
	read: mapEntries,
	fields: [modelTypeWithDefaults(), ...returnAll()],
} satisfies Operation;
