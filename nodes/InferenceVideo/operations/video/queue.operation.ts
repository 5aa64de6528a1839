import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { readQueued } from '../../../common/jobAnswers';
import { videoJobFields, videoJobOptions } from '../../fields/videoJobFields';
import { VIDEO_JOB_BEFORE_SEND, VIDEO_JOB_PREPARE } from '../../videoJobKind';
import { createVideoQuoteRequest } from '../../videoQuote';

export const queueVideo = {
	option: {
		name: 'Queue',
		value: 'queue',
		action: 'Queue a video',
		description: 'Start a video, charged now with an API key. Retrieve fetches the result.',
		routing: { request: { method: 'POST', url: '/video/queue', encoding: 'arraybuffer' } },
	},
	price: priceOfVideo,
	quoted: createVideoQuoteRequest,
	prepare: VIDEO_JOB_PREPARE,
	beforeSend: VIDEO_JOB_BEFORE_SEND,
	read: readQueued('video'),
	fields: [...videoJobFields(), optionsField(videoJobOptions())],
} satisfies Operation;
