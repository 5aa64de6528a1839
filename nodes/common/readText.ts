import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { camelRecord } from '../../lib/output/camelCase';
import { isRecord } from '../../lib/record';
import { mediaType, unreadable, wholeBody, type Answer } from '../../lib/transport/http/answer';
import { decodeBody } from '../../lib/transport/http/decodeBody';

/** One item with a text, from an answer that is JSON or plain text as the user chose. */
export async function readText(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const raw = await wholeBody(answer);
	if (mediaType(answer).startsWith('text/')) {
		return [{ json: { text: Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw) } }];
	}
	const body = decodeBody(raw);
	if (isRecord(body)) return [{ json: textFacts(body) }];
	throw unreadable(answer, 'The service answered with neither text nor JSON');
}

/** The text under one name, whatever the service calls it (docs/service.md#video: a video has a transcript and a lang). */
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
