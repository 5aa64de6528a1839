import { toPath } from '../../../../lib/fields/routing';
import { readAs } from '../../../../lib/wire/readAs';
import { ONE_MODEL_ANSWER } from '../../../../lib/models/fetchModel';
import type { Operation } from '../../../../lib/run/operation';
import { simplifiedModel } from '../../../../lib/models/modelRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { modelField } from '../../../common/fields/picker';
import { simplifyField } from '../../../common/fields/simplifyField';

export const getModel = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a model',
		description: 'Get one model with its abilities, limits, voices and prices',
		routing: { request: { method: 'GET', url: '/models/{model}' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, ONE_MODEL_ANSWER)], simplifiedModel);
	},
	fields: [
		{
			...modelField({
				search: 'searchAllModels',
				required: true,
				description: 'Model to describe',
			}),
			routing: toPath('model'),
		},
		simplifyField(),
	],
} satisfies Operation;
