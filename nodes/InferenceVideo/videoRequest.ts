import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Choice } from '../../lib/models/chooseModel';
import { startsFrom } from '../../lib/models/defaultRecord';
import { isRecord } from '../../lib/base/record';
import { setBody } from '../../lib/http/body';
import { badInput } from '../../lib/base/failure';
import { checkMedia, mediaOf } from './mediaRequest';
import { startOfMedia } from './startOfMedia';

/** What the default model of an item has to start from. */
export function startOf(context: IExecuteSingleFunctions): Choice {
	const name = startOfMedia(mediaOf(context));
	return { name, fits: startsFrom(name) };
}

/** Checks, before anything is sent, the prompt and the media. */
export function checkVideo(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	const enlarges = mediaOf(this).some(({ usedAs }) => usedAs === 'video_url');
	if (body.prompt === undefined && !enlarges) {
		throw badInput(
			'Prompt must not be empty',
			'It is optional only for models that upscale a video, which need a Source Video.',
		);
	}
	checkMedia(this);
}

/** Puts the consent into the request, under the name of its flow (docs/service.md#video). */
export function addConsent(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const given = this.getNodeParameter('options.consent.given', {}) as IDataObject;
	if (Object.keys(given).length === 0) return;
	const flow = String(given.flow ?? '').trim();
	if (flow === '')
		throw badInput('Consent needs the name of the Consent Flow from the error of the service');
	if (given.terms !== true || given.right !== true || given.screening !== true) {
		throw badInput('Consent needs all three confirmations');
	}
	const confirmations = {
		confirmed_terms_and_privacy: true,
		confirmed_legal_right: true,
		confirmed_screening_acknowledged: true,
	};
	setBody(options, { consents: { [flow]: confirmations } });
}
