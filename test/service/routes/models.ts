import { check, type Route } from '../call';
import { findModel, modelsOf } from '../models/catalogue';
import { modelsQuery } from '../schemas/models';

export const listModels: Route = {
	method: 'GET',
	path: '/models',
	access: 'public',
	handle({ entry }) {
		const { type } = check(modelsQuery, entry.query);
		const data = modelsOf(type).map(({ record }) => record);
		return { payload: { json: { object: 'list', type, data } } };
	},
};

export const getModel: Route = {
	method: 'GET',
	path: '/models/:id',
	access: 'public',
	handle: ({ params }) => ({ payload: { json: findModel(params.id ?? '').record } }),
};
