import { readAs } from '../../../../lib/wire/readAs';
import { MODEL_LIST } from '../../../../lib/models/fetchModel';
import type { Operation } from '../../../../lib/run/operation';
import { simplifiedModel } from '../../../../lib/models/modelRecord';
import { shapedItems } from '../../../../lib/wire/simplify';
import { modelType } from '../../../common/fields/modelType';
import { returnAll } from '../../../common/fields/returnAll';
import { simplify } from '../../../common/fields/simplify';
import { checkLimit, wantedCount } from '../../../common/wantedCount';

export const getMany = {
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
		const { data } = readAs(answer, MODEL_LIST);
		return shapedItems(this, data.slice(0, wantedCount(this)), simplifiedModel);
	},
	fields: [modelType(), ...returnAll(), simplify()],
} satisfies Operation;
