import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { FileChoice } from '../../lib/files/inputFile';
import type { DefaultModelFilter } from '../../lib/models/chooseModel';
import { upscalesVideo } from '../../lib/models/defaultRecord';
import { mergeIntoBody } from '../../lib/wire/body';
import type { BeforeSend, Prepare } from '../../lib/wire/send';
import { checkMediumFile, mediaUrlOf, type Medium } from './mediaRequest';

export const UPSCALER_CHOICE: DefaultModelFilter = { name: 'upscaling', fits: upscalesVideo };

/** Checks, before anything is sent, that the video to upscale is where the panel says. Throws a ServiceFailure. */
export const checkSourceVideo: Prepare = function () {
	checkMediumFile(this, sourceVideo(this));
};

export const addSourceVideo: BeforeSend = async function (options) {
	mergeIntoBody(options, { video_url: await mediaUrlOf(this, sourceVideo(this)) });
};

function sourceVideo(context: IExecuteSingleFunctions): Medium {
	return {
		...{ label: 'The video', usedAs: 'video_url' },
		fileSource: context.getNodeParameter('fileSource', 'binary') as FileChoice['fileSource'],
		inputBinaryField: context.getNodeParameter('inputBinaryField', ''),
		fileUrl: String(context.getNodeParameter('fileUrl', '') ?? ''),
	};
}
