import { admitPaid, readForm, readJson, type Route } from '../../call';
import { readPicture } from '../../images/input';
import { chargeUnits, line, priceAt } from '../../images/pay';
import { PICTURE_TYPES } from '../../media/picture';
import { defaultModelOf } from '../../models/catalogue';
import { upscaleForm, upscaleRequest } from '../../schemas/imageTools';

const MOST_PIXELS = 16_777_216;

export const upscaleImage: Route = {
	method: 'POST',
	path: '/image/upscale',
	access: 'inference',
	async handle(call) {
		const request = call.form ? readForm(call, upscaleForm) : readJson(call, upscaleRequest);
		const base = await readPicture(request.image, { field: 'image', urls: false });
		const { record } = defaultModelOf('upscale');
		admitPaid(call, 'image', record.id);
		const scale = request.scale ?? 2;
		const most = Math.sqrt(MOST_PIXELS / (base.width * base.height));
		const factor = Math.min(scale, most);
		const size = {
			width: Math.floor(base.width * factor),
			height: Math.floor(base.height * factor),
		};
		const price = priceAt(record, 'upscale', `${scale}x`) ?? 0;
		chargeUnits(call, [line(record.id, `upscale-${scale}x`, 1, price)], 'upscale');
		const bytes = call.world.studio.picture('png', size, '', base.bytes);
		return { payload: { bytes, type: PICTURE_TYPES.png } };
	},
};
