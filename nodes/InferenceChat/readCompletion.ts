import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../../lib/base/answer';
import { decodeBody } from '../../lib/base/decodeBody';
import { completionOf, wholeAnswer, asMessage, isLive } from '../../lib/chat/completion';
import { simplified } from '../../lib/chat/simplify';
import { wantsSimple } from '../../lib/output/simplify';

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function readCompletion(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const whole = isLive(this)
		? await asMessage(this, async (show) => await wholeAnswer(answer, show))
		: await wholeAnswer(answer);
	const completion = completionOf(answer, whole);
	const { attestation } = answer;
	const proof = attestation === undefined ? {} : { attestation };
	if (!wantsSimple(this)) return [{ json: { ...(completion as IDataObject), ...proof } }];
	const simple = simplified(completion, answer.namePrefix);
	const format = this.getNodeParameter('responseFormat', 'text');
	if (format !== 'text') simple.data = parsedData(simple.text);
	return [{ json: { ...(simple as IDataObject), ...proof } }];
}

/** Null when the answer is no JSON, as it is when it was cut off. */
function parsedData(content: unknown): unknown {
	const data = decodeBody(content);
	return typeof data === 'object' ? data : null;
}
