import { readForm, readJson, type Route } from '../../call';
import { edited } from '../../images/edit';
import { defaultModelOf, fieldModel } from '../../models/catalogue';
import { imageEditForm, imageEditRequest } from '../../schemas/imageEdit';

export const editImage: Route = {
	method: 'POST',
	path: '/image/edit',
	access: 'inference',
	async handle(call) {
		const request = call.form ? readForm(call, imageEditForm) : readJson(call, imageEditRequest);
		const name = request.model ?? request.modelId;
		const model = name === undefined ? defaultModelOf('inpaint') : fieldModel(name, 'inpaint');
		return await edited(call, {
			request,
			model,
			field: 'image',
			images: [request.image],
			safeMode: request.safe_mode ?? true,
		});
	},
};
