import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/price';
import { options } from '../../../common/fields/options';
import { readQueued } from '../../../common/jobAnswers';
import { enhancement } from '../../fields/enhancement';
import { videoJobFields, videoJobOptions } from '../../fields/videoJob';
import { VIDEO_JOB_ATTACH, VIDEO_JOB_COMPOSE } from '../../videoJob';
import { quoteOfVideo } from '../../videoQuote';

export const queue = {
	option: {
		name: 'Queue',
		value: 'queue',
		action: 'Queue a video',
		description: 'Start a video, charged now with an API key. Retrieve fetches the result.',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	price: priceOfVideo,
	quoted: quoteOfVideo,
	prepare: VIDEO_JOB_COMPOSE,
	beforeSend: VIDEO_JOB_ATTACH,
	read: readQueued,
	fields: [...videoJobFields(), options(videoJobOptions(), [enhancement()])],
} satisfies Operation;
