import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { parseExact } from '../../lib/core/decodeBody';
import { wantsSimple } from '../../lib/wire/simplify';
import { runSettings } from '../../lib/run/runSettings';
import { completionOf, wholeAnswer } from '../../lib/chat/completion';
import { asMessage, isLive } from '../../lib/chat/live';
import { simplified } from '../../lib/chat/simplifyCompletion';

type Json = Record<string, unknown>;

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function readCompletion(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const { silenceMs } = runSettings(this);
	const whole = isLive(this)
		? await asMessage(this, async (show) => await wholeAnswer(answer, show, silenceMs))
		: await wholeAnswer(answer, undefined, silenceMs);
	const completion = completionOf(answer, whole);
	const { attestation } = answer;
	const proof = attestation === undefined ? {} : { attestation };
	if (!wantsSimple(this)) return [{ json: { ...(completion as IDataObject), ...proof } }];
	const simple = simplified(completion, answer.namePrefix);
	const format = this.getNodeParameter('responseFormat', 'text');
	if (format !== 'text') Object.assign(simple, parsedData(String(simple.text)));
	return [{ json: { ...(simple as IDataObject), ...proof } }];
}

/** The data of a text of JSON, as it is when it was not cut off; whole numbers that JavaScript would round are texts in it. */
function parsedData(text: string): Json {
	const rounded: string[] = [];
	try {
		const data = parseExact(text, (digits) => rounded.push(digits));
		if (typeof data !== 'object' || data === null) throw new SyntaxError('no object');
		return { data, ...(rounded.length === 0 ? {} : { numbersAsText: rounded }) };
	} catch {
		return { data: null, dataProblem: NO_JSON };
	}
}

const NO_JSON = 'The text is not a JSON object, so there is no data';
