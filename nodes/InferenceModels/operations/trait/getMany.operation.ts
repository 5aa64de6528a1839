import type { Operation } from '../../../../lib/run/operation';
import { modelTypeFieldWithDefaults } from '../../../common/fields/modelType';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit } from '../../../common/wantedCount';
import { readModelMap } from '../../mapEntries';

export const getManyTraits = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many model traits',
		description: 'List the model behind each trait, such as default or fastest',
		routing: { request: { method: 'GET', url: '/models/traits' } },
	},
	free: true,
	prepare: [checkLimit],
	read: readModelMap,
	fields: [modelTypeFieldWithDefaults(), ...returnAllFields()],
} satisfies Operation;
