import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { camelRecord } from '../../lib/output/camelCase';
import { isRecord } from '../../lib/record';
import { mediaType, type Answer } from '../../lib/transport/http/answer';
import { decodeBody, isStream, readAll } from '../../lib/transport/http/decodeBody';
import { ServiceFailure } from '../../lib/transport/errors/failure';

/** One item with a text, from an answer that is JSON or plain text as the user chose. */
export async function readText(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const raw = isStream(answer.body) ? await readAll(answer.body) : answer.body;
	if (mediaType(answer).startsWith('text/')) {
		return [{ json: { text: Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw) } }];
	}
	const body = decodeBody(raw);
	if (isRecord(body)) return [{ json: textFacts(body) }];
	throw new ServiceFailure('The service answered with neither text nor JSON', {
		kind: 'malformed',
		cure: 'The call may have been charged: check the usage history before you run it again.',
	});
}

/** The text under one name, whatever the service calls it (NOTES 5.6: a video has a transcript and a lang). */
function textFacts({
	transcript,
	lang,
	text = transcript,
	language = lang,
	...others
}: Record<string, unknown>): IDataObject {
	const facts = { text, ...(language === undefined ? {} : { language }), ...camelRecord(others) };
	return facts as IDataObject;
}
