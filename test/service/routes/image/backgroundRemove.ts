import { admitPaid, readForm, readJson, type Route } from '../../call';
import { invalidField } from '../../errors';
import { readPicture } from '../../images/input';
import { chargeUnits, line } from '../../images/pay';
import { backgroundRemoveForm, backgroundRemoveRequest } from '../../schemas/imageTools';

const PRICE_USD = 0.02;

export const removeBackground: Route = {
	method: 'POST',
	path: '/image/background-remove',
	access: 'inference',
	async handle(call) {
		const request = call.form
			? readForm(call, backgroundRemoveForm)
			: readJson(call, backgroundRemoveRequest);
		const { image, image_url: url } = request;
		const source = image ?? url;
		if (source === undefined) throw invalidField('image', 'Give image or image_url');
		if (image !== undefined && url !== undefined) {
			throw invalidField('image_url', 'Give image or image_url, not both');
		}
		const field = image === undefined ? 'image_url' : 'image';
		const base = await readPicture(source, { field, urls: field === 'image_url', fewestPixels: 1 });
		admitPaid(call, 'image');
		chargeUnits(call, [line('background', 'remove', 1, PRICE_USD)], 'cutout');
		const bytes = call.world.studio.cutOut(base, base.bytes);
		return { payload: { bytes, type: 'image/png' } };
	},
};
