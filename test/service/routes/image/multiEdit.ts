import { readForm, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { edited, mostImages } from '../../images/edit';
import { fieldModel } from '../../models/catalogue';
import { multiEditForm, multiEditRequest } from '../../schemas/imageEdit';

export const multiEditImage: Route = {
	method: 'POST',
	path: '/image/multi-edit',
	access: 'inference',
	async handle(call) {
		const request = call.form ? readForm(call, multiEditForm) : readJson(call, multiEditRequest);
		const model = fieldModel(request.modelId, 'inpaint', 'modelId');
		const { id } = model.record;
		if (model.singleEditOnly) {
			throw invalidField('modelId', `Model ${id} edits single pictures only`, 'INVALID_MODEL');
		}
		const most = mostImages(model.record);
		if (request.images.length > most) {
			throw invalidField('images', `Model ${id} takes ${most} at most`);
		}
		const { images, quality, safe_mode: safeMode = false } = request;
		return await edited(call, { request, model, field: 'images', images, safeMode, quality });
	},
};
