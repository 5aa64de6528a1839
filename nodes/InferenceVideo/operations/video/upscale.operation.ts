import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../../../../lib/core/execution';
import { toBody } from '../../../../lib/fields/routing';
import {
	addDefaultModel,
	checkModelChoice,
	type DefaultModelFilter,
} from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/operationPrices';
import { inputFileFields } from '../../../common/fields/inputFileFields';
import { checkWait, jobFileOptions } from '../../../common/fields/jobFields';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { generateJob } from '../../../common/jobOperation';
import { checkEnhancement } from '../../checkEnhancement';
import { enhancementField } from '../../fields/enhancement';
import { VIDEO_JOB_KIND } from '../../videoJobKind';
import { createVideoQuoteRequest } from '../../videoQuote';
import type { FileChoice } from '../../../../lib/files/inputFile';
import { upscalesVideo } from '../../../../lib/models/defaultRecord';
import { mergeIntoBody } from '../../../../lib/wire/body';
import { checkMediumFile, mediaUrlOf, type Medium } from '../../mediaRequest';

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
			[...jobFileOptions('clip.mp4', VIDEO_JOB_KIND.usualSeconds)],
			[enhancementField()],
		),
	],
} satisfies Operation;

const UPSCALER_CHOICE: DefaultModelFilter = { name: 'upscaling', fits: upscalesVideo };

/** Checks, before anything is sent, that the video to upscale is where the panel says. Throws a ServiceFailure. */
function checkSourceVideo(this: ItemContext): void {
	checkMediumFile(this, sourceVideo(this));
}

async function addSourceVideo(this: ItemContext, options: IHttpRequestOptions) {
	mergeIntoBody(options, { video_url: await mediaUrlOf(this, sourceVideo(this)) });
}

function sourceVideo(context: ItemContext): Medium {
	return {
		...{ label: 'The video', usedAs: 'video_url' },
		fileSource: (context.parameters.fileSource ?? 'binary') as FileChoice['fileSource'],
		inputBinaryField: context.parameters.inputBinaryField ?? '',
		fileUrl: String(context.parameters.fileUrl ?? ''),
	};
}
