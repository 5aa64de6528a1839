import type { Operation } from '../../../../lib/run/operation';
import { modelTypeFieldWithDefaults } from '../../../common/fields/modelType';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit } from '../../../common/wantedCount';
import { readModelMap } from '../../mapEntries';

export const getManyCompatibilityMappings = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many compatibility mappings',
		description: 'List the model behind each well-known model name of another provider',
		routing: { request: { method: 'GET', url: '/models/compatibility_mapping' } },
	},
	free: true,
	prepare: [checkLimit],
	read: readModelMap,
	fields: [modelTypeFieldWithDefaults(), ...returnAllFields()],
} satisfies Operation;
