import { check, type Route, takeLimit } from '../call';
import { findModel, modelsOf } from '../models/catalogue';
import { modelsQuery } from '../schemas/models';

export const listModels: Route = {
	method: 'GET',
	path: '/models',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		const { type } = check(modelsQuery, call.entry.query);
		const data = modelsOf(type).map(({ record }) => record);
		return { payload: { json: { object: 'list', type, data } } };
	},
};

export const getModel: Route = {
	method: 'GET',
	path: '/models/:id',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		return { payload: { json: findModel(call.params.id ?? '').record } };
	},
};
