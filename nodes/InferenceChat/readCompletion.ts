import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplified } from '../../lib/chat/simplify';
import { assembledStream } from '../../lib/chat/stream';
import { wantsSimple } from '../../lib/output/simplify';
import { isRecord } from '../../lib/record';
import { mediaType, withJson, type Answer } from '../../lib/transport/http/answer';
import { decodeBody, isStream, readAll } from '../../lib/transport/http/decodeBody';

/** One item with the answer, whole or simplified; a streamed one is put together first. */
export async function readCompletion(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const completion = await wholeAnswer(answer);
	if (!wantsSimple(this)) return [{ json: completion as IDataObject }];
	const simple = simplified(completion, answer.namePrefix);
	const format = this.getNodeParameter('responseFormat', 'text');
	if (format !== 'text') simple.data = parsedData(simple.text);
	return [{ json: simple as IDataObject }];
}

async function wholeAnswer(answer: Answer): Promise<Record<string, unknown>> {
	if (mediaType(answer) === 'text/event-stream') return await assembledStream(answer);
	const body = isStream(answer.body) ? decodeBody(await readAll(answer.body)) : answer.body;
	const json = withJson({ ...answer, body }).body;
	return isRecord(json) ? json : { value: json };
}

/** Null when the answer is no JSON, as it is when it was cut off. */
function parsedData(content: unknown): unknown {
	const data = decodeBody(content);
	return typeof data === 'object' ? data : null;
}
