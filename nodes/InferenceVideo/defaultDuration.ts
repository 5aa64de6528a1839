import { badInput } from '../../lib/base/failure';
import { isRecord } from '../../lib/base/record';
import { setBody } from '../../lib/http/body';
import type { BeforeSend } from '../../lib/http/send';
import { fetchModel, modelValues } from '../../lib/models/fetchModel';
import { mediaOf } from './mediaRequest';

/** Asks for the shortest video that the model makes where Duration is empty, as it costs least; a video to upscale has its own length. */
export const addDefaultDuration: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	const upscales =
		body.video_url !== undefined || mediaOf(this).some(({ usedAs }) => usedAs === 'video_url');
	if (body.duration !== undefined || upscales) return;
	const record = await fetchModel(this, run, 'video', String(body.model));
	const durations = record === undefined ? [] : (modelValues(record.spec, 'durations') ?? []);
	const [shortest] = durations
		.filter((value) => Number.isFinite(parseFloat(value)))
		.sort((one, other) => parseFloat(one) - parseFloat(other));
	if (shortest === undefined) {
		throw badInput(
			`Duration must not be empty for the model ${String(body.model)}`,
			'Enter a length that the model allows, such as 5s.',
		);
	}
	setBody(options, { duration: shortest });
};
