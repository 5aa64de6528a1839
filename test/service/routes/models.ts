import { check, type Route, takeLimit } from '../call';
import { refuse } from '../errors';
import { aliasesOf, findModel, modelsOf, traitsOf } from '../models/catalogue';
import { modelNamesQuery, modelsQuery } from '../schemas/models';

export const listModels: Route = {
	method: 'GET',
	path: '/models',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		const { type } = check(modelsQuery, call.entry.query);
		if (call.world.enclaves.switches.noModels) throw refuse(500, 'The list is not available');
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

export const getTraits: Route = {
	method: 'GET',
	path: '/models/traits',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		const { type } = check(modelNamesQuery, call.entry.query);
		return { payload: { json: { object: 'list', type, data: traitsOf(type) } } };
	},
};

export const getCompatibilityMapping: Route = {
	method: 'GET',
	path: '/models/compatibility_mapping',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		const { type } = check(modelNamesQuery, call.entry.query);
		return { payload: { json: { object: 'list', type, data: aliasesOf(type) } } };
	},
};
