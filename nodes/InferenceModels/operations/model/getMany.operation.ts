import { readAs } from '../../../../lib/wire/readAs';
import { MODEL_LIST_ANSWER } from '../../../../lib/models/fetchModel';
import type { Operation } from '../../../../lib/run/operation';
import { simplifiedModel } from '../../../../lib/models/modelRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { modelTypeField } from '../../../common/fields/modelType';
import { returnAllFields } from '../../../common/fields/returnAll';
import { simplifyField } from '../../../common/fields/simplifyField';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';

export const getManyModels = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many models',
		description: 'List the models with their abilities, limits and prices',
		routing: { request: { method: 'GET', url: '/models' } },
	},
	free: true,
	prepare: [checkLimit],
	async read(answer) {
		const { data } = readAs(answer, MODEL_LIST_ANSWER);
		return shapedItems(this, data.slice(0, readWantedCount(this)), simplifiedModel);
	},
	fields: [modelTypeField(), ...returnAllFields(), simplifyField()],
} satisfies Operation;
