import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/operationPrices';
import { inputFileFields } from '../../../common/fields/inputFileFields';
import {
	deleteAfterDownloadField,
	maxFileSizeField,
	waitFields,
} from '../../../common/fields/jobWait';
import { modelField } from '../../../common/fields/model';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { generateJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { checkEnhancement } from '../../checkEnhancement';
import { enhancementField } from '../../fields/enhancement';
import { addSourceVideo, checkSourceVideo, UPSCALER_CHOICE } from '../../sourceVideo';
import { VIDEO_JOB_KIND } from '../../videoJobKind';
import { createVideoQuoteRequest } from '../../videoQuote';

export const upscaleVideo = {
	option: {
		name: 'Upscale',
		value: 'upscale',
		action: 'Upscale a video',
		description: 'Enlarge, restore or slow down a video and wait for the file',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	price: priceOfVideo,
	quoted: createVideoQuoteRequest,
	prepare: [checkModelChoice(), checkSourceVideo, checkWait(VIDEO_JOB_KIND.usualSeconds)],
	beforeSend: [addDefaultModel('video', () => UPSCALER_CHOICE), checkEnhancement, addSourceVideo],
	make: generateJob(VIDEO_JOB_KIND),
	fields: [
		modelField({
			search: 'searchUpscaleModels',
			description:
				'Model that enlarges or enhances videos. Leave empty to use the first in the list.',
		}),
		...inputFileFields({
			what: 'video',
			placeholder: 'e.g. https://example.com/clip.mp4',
			urlDescription:
				'URL of the video, reachable without a login, or a data URL. Better than a binary field for large files. The link that another tool returned for its file also works.',
		}),
		{
			displayName: 'Upscale Factor',
			name: 'upscaleFactor',
			type: 'options',
			default: 2,
			description: 'Factor by which each side grows',
			options: [
				{ name: '1 (Restore Only)', value: 1 },
				{ name: '2 Times', value: 2 },
				{ name: '4 Times', value: 4 },
			],
			routing: toBody('upscale_factor'),
		},
		outputFileField(),
		optionsField(
			[
				deleteAfterDownloadField(),
				fileNameField('clip.mp4'),
				maxFileSizeField(),
				...waitFields(VIDEO_JOB_KIND.usualSeconds),
			],
			[enhancementField()],
		),
	],
} satisfies Operation;
