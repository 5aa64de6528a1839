import { admitPaid, readJson, type Route, tooLarge } from '../../call';
import { invalidField, refuse } from '../../errors';
import { modelHeaders } from '../../headers';
import { requireConsent } from '../../jobs/consent';
import { requirePolicy } from '../../jobs/fate';
import { enqueue } from '../../jobs/queue';
import { endsOf } from '../../jobs/retrieve';
import { isOpen, secondsOf, videoPrice } from '../../jobs/videoPrice';
import { requireChoices, requireEnhancement, requireVideoFields } from '../../jobs/videoRules';
import { sizeOf } from '../../images/size';
import { toMp4 } from '../../media/mp4';
import { fieldModel } from '../../models/catalogue';
import type { Model } from '../../models/model';
import { videoQueueRequest, videoQuoteRequest } from '../../schemas/videoJobs';

const LARGEST_BODY = 35 * 1024 * 1024;

export const quoteVideo: Route = {
	method: 'POST',
	path: '/video/quote',
	access: 'public',
	handle(call) {
		const request = readJson(call, videoQuoteRequest);
		const model = fieldModel(request.model, 'video');
		requireRegion(model);
		requireChoices(request, model);
		requireEnhancement(request, model);
		const needed = model.video?.upscales
			? (['video_url'] as const)
			: (['duration', ...[model.video?.priced ?? []].flat()] as const);
		for (const field of needed) {
			if (request[field] === undefined) throw invalidField(field, 'Needed for a price');
		}
		if (isOpen(request) && request.reference_video_total_duration === undefined) {
			throw invalidField('reference_video_total_duration', 'Needed for a price');
		}
		return { payload: { json: { quote: videoPrice(request, model) } } };
	},
};

export const queueVideo: Route = {
	method: 'POST',
	path: '/video/queue',
	access: 'inference',
	handle(call) {
		const { world, entry, key } = call;
		if ((entry.rawBody?.length ?? 0) > LARGEST_BODY) throw tooLarge('The body is above 35 MB');
		const request = readJson(call, videoQueueRequest);
		const model = fieldModel(request.model, 'video');
		requireRegion(model);
		requireVideoFields(request, model);
		const { prompt = '' } = request;
		requirePolicy(prompt);
		if (model.video?.asksConsent) {
			requireConsent(request, world.jobs.attested, key?.account.id ?? '');
		}
		admitPaid(call, 'videoQueue', model.record.id);
		const { aspect_ratio: ratio = '16:9' } = request;
		const shape = sizeOf(ratio === 'adaptive' ? '16:9' : ratio);
		const size = { width: shape.width >> 2, height: shape.height >> 2 };
		const bytes = toMp4(world.studio.still(size, prompt), secondsOf(request.duration));
		const media = { bytes, type: 'video/mp4' };
		const usd = videoPrice(request, model);
		const job = enqueue(call, model, { kind: 'video', prompt, usd, media });
		const link = job.link && `http://${entry.headers.host ?? 'localhost'}/downloads/${job.link}`;
		return {
			headers: modelHeaders(world.namePrefix, model),
			payload: { json: { model: model.record.id, queue_id: job.id, download_url: link } },
		};
	},
};

export const endOfVideo = endsOf('/video', 'video', 'videoRetrieve');

function requireRegion({ record }: Model): void {
	if (!record.model_spec.regionRestrictions) return;
	throw refuse(403, `Model ${record.id} is not offered in your region`);
}
